import { z } from 'zod'

/** What a project key alone may do; the owner can turn each off (docs/api-contract.md, "SDK scopes"). */
export const sdkScope = z.enum([
  'links:read',
  'links:write',
  'attribution',
  'campaigns:read',
  'campaigns:write',
])

export type SdkScope = z.infer<typeof sdkScope>
