import type { CreateLinkBody } from '@throughline/contracts/links'
import {
  checkAppDestination,
  checkWebDestination,
  type DestinationRules,
} from '@throughline/core/destination'
import { domainError, type FieldErrors } from '@throughline/core/errors'

const WEB_FIELDS = ['actual_url', 'url', 'fallback_url', 'expired_url'] as const
const APP_FIELDS = ['ios_url', 'android_url'] as const

/** Refuses, field by field, the URLs of a request that a link may not lead to (contract §5, Destinations). */
export function checkLinkUrls(body: Partial<CreateLinkBody>, rules: DestinationRules): void {
  const fields: FieldErrors = {}
  const check = (name: keyof CreateLinkBody, judge: (url: string) => string | null) => {
    const url = body[name]
    const reason = typeof url === 'string' ? judge(url) : null
    if (reason !== null) fields[name] = [reason]
  }
  for (const name of WEB_FIELDS) check(name, (url) => checkWebDestination(url, rules))
  for (const name of APP_FIELDS) check(name, (url) => checkAppDestination(url, rules))
  check('social_image', checkImageUrl)
  const names = Object.keys(fields)
  if (names.length === 0) return
  throw domainError(
    'validation_failed',
    `Check ${names.length === 1 ? 'the field' : 'the fields'} ${names.join(', ')}.`,
    { fields },
  )
}

/** A picture is shown by others, not led to: any web address will do, a link host's too. */
function checkImageUrl(url: string): string | null {
  const isWeb = /^https?:\/\/[^\s\\]+$/i.test(url) && URL.canParse(url)
  return isWeb ? null : 'Use a full http or https URL, as in https://example.com/picture.png.'
}
