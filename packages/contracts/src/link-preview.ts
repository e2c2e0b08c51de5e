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
  code: cleanText(1, 64).optional().describe('A link of the project'),
  link: updateLinkBody
    .omit({ code: true, archived: true })
    .optional()
    .describe('Fields of a link that is not saved, or that replace those of `code`'),
  device: z
    .enum(PREVIEW_DEVICES, `must be one of ${PREVIEW_DEVICES.join(', ')}`)
    .default('iphone')
    .describe('The visitor’s device'),
  user_agent: cleanText(1, 1_000).optional().describe('Instead of `device`'),
  query: cleanText(0, 2_048)
    .default('')
    .describe('Query with which the link is visited, such as `utm_source=mail`'),
  app_installed: z.boolean().default(false).describe('Whether the app is on the device'),
})

export type PreviewLinkBody = z.output<typeof previewLinkBody>

const text = (description: string) => z.string().nullable().describe(description)

export const linkPreview = z
  .object({
    device: z
      .object({
        platform: z.enum(['ios', 'android', 'desktop', 'other']).describe('By the user agent'),
        os_version: text('By the user agent; null if it does not tell'),
        browser: text('By the user agent; null if it is not known'),
      })
      .describe('How the visitor is seen'),
    counted: z.boolean().describe('Whether such a click is counted'),
    uncounted_reason: text('Why not: `bot` or `preview`'),
    answer: z
      .enum(['page', 'redirect', 'gone'])
      .describe('The landing page, a redirect, or an error 410'),
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
        'Why: a deep link on a phone, a bot that makes a preview, a link that is none, a visitor without a phone, archived, expired, expired with an `expired_url`',
      ),
    lands: z
      .enum(['app', 'store', 'web', 'page', 'nowhere'])
      .describe('Where the visitor ends up; a bot on the page'),
    url: text('The address of that; null for `page` and `nowhere`'),
    page: z
      .object({
        title: z.string().describe('Title'),
        description: text('Text below it'),
        image: text('Picture in previews'),
        owner: z.string().describe('Name of the project'),
        open_url: text('Opens the app'),
        store_url: text('The store, without the token of a real click'),
        web_url: text('The way on without store'),
        desktop_url: text('Where a Mac is redirected if the visitor may have an iPad'),
      })
      .nullable()
      .describe('Content of the landing page; null without one'),
    card: z
      .object({
        title: z.string().describe('og:title'),
        description: text('og:description'),
        image: text('og:image'),
      })
      .nullable()
      .describe('What messengers and social networks show; null if the link is gone'),
  })
  .meta({ id: 'LinkPreview' })

export type LinkPreviewBody = z.infer<typeof linkPreview>
