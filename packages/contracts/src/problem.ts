import { z } from 'zod'

export const problem = z.object({
  type: z.string().describe('`urn:throughline:problem:{code}`'),
  title: z.string().describe('The standard phrase of the status'),
  status: z.number().int().describe('The HTTP status'),
  detail: z.string().describe('What happened and what to do'),
  code: z.string().describe('Stable and machine-readable; branch on it'),
  message: z.string().describe('The same text as `detail`'),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Only for validation: what is wrong, by field'),
  docs: z.url().optional().describe('The page that explains the code, or the operation'),
  request_id: z.string().describe('Identifies the request in the operator’s logs'),
})

export type Problem = z.infer<typeof problem>
