import { z } from 'zod'

/** What a project's key alone may do, each to be turned off by the owner (docs/api-contract.md, "SDK scopes"). */
export const sdkScope = z.enum([
  'links:read',
  'links:write',
  'attribution',
  'campaigns:read',
  'campaigns:write',
])

export type SdkScope = z.infer<typeof sdkScope>
