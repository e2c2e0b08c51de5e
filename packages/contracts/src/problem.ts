import { z } from 'zod'

export const problem = z.object({
  type: z.string().describe('URN of the problem: `urn:throughline:problem:{code}`'),
  title: z.string().describe('The standard reason phrase of the status'),
  status: z.number().int().describe('The HTTP status'),
  detail: z.string().describe('What went wrong and how to fix it'),
  code: z.string().describe('Stable machine-readable code; programs should branch on it'),
  message: z.string().describe('The same text as `detail`'),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Validation messages by field; only for validation errors'),
  docs: z.url().optional().describe('Page that documents the code or the operation'),
  request_id: z.string().describe('Identifies the request in the operator’s logs'),
})

export type Problem = z.infer<typeof problem>
