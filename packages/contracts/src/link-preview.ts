import { z } from 'zod'
import { updateLinkBody } from './links.js'
import { cleanText } from './text.js'

const PREVIEW_DEVICES = [
  'iphone',
  'ipad',
  'android',
  'windows',
  'mac',
  'instagram_iphone',
  'instagram_android',
  'preview_bot',
] as const

export type PreviewDevice = (typeof PREVIEW_DEVICES)[number]

/** POST /api/links/preview */
export const previewLinkBody = z.object({
  code: cleanText(1, 64).optional().describe('Code of a saved link of the project'),
  link: updateLinkBody
    .omit({ code: true, archived: true })
    .optional()
    .describe('Fields of an unsaved link; with `code`, they override the fields of the saved link'),
  device: z
    .enum(PREVIEW_DEVICES, `must be one of ${PREVIEW_DEVICES.join(', ')}`)
    .default('iphone')
    .describe('Device of the simulated visitor'),
  user_agent: cleanText(1, 1_000)
    .optional()
    .describe('User agent of the simulated visitor; overrides `device`'),
  query: cleanText(0, 2_048)
    .default('')
    .describe('Query string of the visit, such as `utm_source=mail`'),
  app_installed: z.boolean().default(false).describe('Whether the app is installed on the device'),
})

export type PreviewLinkBody = z.output<typeof previewLinkBody>

const MAX_FIELDS_LENGTH = 16_000

const { code, device, query, user_agent } = previewLinkBody.shape

/** GET /api/links/preview/page */
export const previewPageQuery = z.strictObject({
  code,
  device,
  user_agent,
  query,
  link: cleanText(1, MAX_FIELDS_LENGTH)
    .transform(parseJson)
    .pipe(previewLinkBody.shape.link)
    .optional()
    .describe('The fields of an unsaved link as JSON, as in `POST /api/links/preview`'),
})

export type PreviewPageQuery = z.output<typeof previewPageQuery>

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
}

const text = (description: string) => z.string().nullable().describe(description)

export const linkPreview = z
  .object({
    device: z
      .object({
        platform: z
          .enum(['ios', 'android', 'desktop', 'other'])
          .describe('Platform, according to the user agent'),
        os_version: text(
          'Version of the operating system, according to the user agent; null if unknown',
        ),
        browser: text('Browser, according to the user agent; null if unknown'),
      })
      .describe('Device that the user agent identifies'),
    counted: z.boolean().describe('Whether a click by this visitor is counted'),
    uncounted_reason: text(
      'Why the click is not counted, `bot` or `preview`; null if it is counted',
    ),
    answer: z
      .enum(['page', 'redirect', 'gone'])
      .describe('Response of the link host: the landing page, a redirect, or status 410 (`gone`)'),
    rule: z
      .enum([
        'deep_link',
        'preview_bot',
        'not_a_deep_link',
        'no_phone',
        'archived',
        'expired',
        'expired_url',
      ])
      .describe(
        'The rule that decided: a deep link opened on a phone (`deep_link`), a bot that builds a preview (`preview_bot`), a link that is not a deep link (`not_a_deep_link`), a visitor without a phone (`no_phone`), an archived link (`archived`), an expired link without (`expired`) or with (`expired_url`) an `expired_url`',
      ),
    lands: z
      .enum(['app', 'store', 'web', 'page', 'nowhere'])
      .describe('Where the visitor ends up; a bot stays on the page'),
    url: text('The URL where the visitor ends up; null for `page` and `nowhere`'),
    page: z
      .object({
        title: z.string().describe('Title of the page'),
        description: text('Text below the title'),
        image: text('Image in previews'),
        owner: z.string().describe('Name of the project'),
        open_url: text('URL that opens the app'),
        store_url: text('Store URL, without the token of a real click'),
        web_url: text('Web URL that the page offers'),
        desktop_url: text('Redirect URL for a Mac, whose user agent iPads also send'),
      })
      .nullable()
      .describe('Content of the landing page; null if the response has no page'),
    card: z
      .object({
        title: z.string().describe('og:title'),
        description: text('og:description'),
        image: text('og:image'),
      })
      .nullable()
      .describe('Preview in messengers and social networks; null if the response is 410'),
  })
  .meta({ id: 'LinkPreview' })

export type LinkPreviewBody = z.infer<typeof linkPreview>
