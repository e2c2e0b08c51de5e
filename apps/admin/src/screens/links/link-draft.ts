import type { LinkInput } from '../../api/links.js'
import type { Link } from '../../api/types.js'
import { linkForm } from '../../texts/links.js'
import { fromLocalMinute, toLocalMinute } from '../../ui/time-zone.js'

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
const TEXTS = [
  'actual_url',
  'name',
  'ios_url',
  'android_url',
  'fallback_url',
  'social_title',
  'social_description',
  'social_image',
  'expired_url',
  ...UTM,
] as const

export const UTM_FIELDS = UTM
type TextField = (typeof TEXTS)[number]

/** The form's values: the text of each field as typed. `tags` is a JSON array, because a tag may contain any character. */
export type LinkDraft = Record<
  TextField | 'code' | 'campaign_id' | 'tags' | 'expires_at',
  string
> & {
  is_deeplink: boolean
}

/** The form's labels. */
export const FIELD_LABELS: Readonly<Record<keyof LinkDraft, string>> = {
  actual_url: linkForm.actualUrl,
  name: linkForm.name,
  ios_url: linkForm.iosUrl,
  android_url: linkForm.androidUrl,
  fallback_url: linkForm.fallbackUrl,
  social_title: linkForm.socialTitle,
  social_description: linkForm.socialDescription,
  social_image: linkForm.socialImage,
  expired_url: linkForm.expiredUrl,
  ...linkForm.utmFields,
  code: linkForm.code,
  campaign_id: linkForm.campaign,
  tags: linkForm.tags,
  expires_at: linkForm.expiresAt,
  is_deeplink: linkForm.app,
}

export function emptyDraft(url = ''): LinkDraft {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, ''])) as Record<TextField, string>
  return {
    ...texts,
    actual_url: url,
    code: '',
    campaign_id: '',
    tags: '[]',
    expires_at: '',
    is_deeplink: false,
  }
}

/** @param keepsCode false for a duplicate, which gets a new code */
export function draftOf(link: Link, keepsCode: boolean): LinkDraft {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, link[name] ?? ''])) as Record<
    TextField,
    string
  >
  return {
    ...texts,
    code: keepsCode ? link.code : '',
    campaign_id: link.campaign_id === null ? '' : String(link.campaign_id),
    tags: JSON.stringify(link.tags),
    expires_at: link.expires_at === null ? '' : toLocalMinute(new Date(link.expires_at)),
    is_deeplink: link.is_deeplink,
  }
}

export function toInput(draft: LinkDraft): LinkInput {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, draft[name].trim() || null]))
  return {
    ...texts,
    campaign_id: draft.campaign_id === '' ? null : Number(draft.campaign_id),
    is_deeplink: draft.is_deeplink,
    tags: tagsOf(draft.tags),
    expires_at: draft.expires_at === '' ? null : fromLocalMinute(draft.expires_at).toISOString(),
  }
}

export function tagsOf(text: string): string[] {
  try {
    return JSON.parse(text) as string[]
  } catch {
    return []
  }
}
