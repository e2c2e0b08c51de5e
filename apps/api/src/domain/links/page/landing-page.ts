import { escapeHtml } from '@throughline/core/lib/escape-html'
import { HIDE_FROM_MACS, loadingScript } from './script/landing-script.js'
import type { PageContent } from '../page-content.js'
import type { PageLanguage } from './page-language.js'
import { COPY_STYLE, HINT_STYLE, PAGE_STYLE, SITE_STYLE } from './page-style.js'

/** Content of the page; all text is unescaped. */
export interface LandingPage extends PageContent {
  nonce: string
  language: PageLanguage
  owner: { name: string; icon: string | null }
  shortUrl: string
  hasSocialTags: boolean
  /** Token for the device report of this click; null disables the report. */
  reportToken: string | null
  /** Text that a click on the link to the app or its store copies; or null. */
  clipboardUrl: string | null
  /** URL to open in a full browser; null if the visitor uses one. */
  browserUrl: string | null
  /** A preview in the panel: without scripts, and its links lead nowhere. */
  isInert?: boolean
}

/**
 * Renders the page: at most 10 kB, without external resources. All destinations are plain links, so the page works
 * without its script.
 */
export function landingPage(page: LandingPage): string {
  const { nonce, language, isInert = false } = page
  const mayBeIpad = page.desktopUrl !== null
  const canCopy = page.clipboardUrl !== null || page.browserUrl !== null
  const copiesOnWayToStore = page.clipboardUrl !== null && page.storeUrl !== null
  const marks = [
    data('token', page.reportToken),
    data('clip', page.clipboardUrl),
    data('store', copiesOnWayToStore ? '' : null),
  ]
  const style = [
    PAGE_STYLE,
    page.browserUrl === null ? '' : HINT_STYLE,
    canCopy ? COPY_STYLE : '',
    mayBeIpad ? SITE_STYLE : '',
  ].join('')
  return `<!doctype html>
<html lang="${language.code}" dir="${language.direction}"${marks.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${page.hasSocialTags ? socialTags(page) : ''}
<style nonce="${nonce}">${style}</style>${mayBeIpad && !isInert ? `\n${script(nonce, HIDE_FROM_MACS)}` : ''}
</head>
<body>
<main>
${heading(page)}
<nav>
${ways(page)}
</nav>
${hint(page)}</main>
${isInert ? '' : script(nonce, loadingScript({ canCopy, mayBeIpad }))}
</body>
</html>
`
}

function script(nonce: string, text: string): string {
  return `<script nonce="${nonce}">${text}</script>`
}

function data(name: string, value: string | null): string {
  return value === null ? '' : ` data-${name}="${escapeHtml(value)}"`
}

function socialTags(page: LandingPage): string {
  const property = (name: string, content: string | null) =>
    content === null ? [] : [`<meta property="${name}" content="${escapeHtml(content)}">`]
  const named = (name: string, content: string | null) =>
    content === null ? [] : [`<meta name="${name}" content="${escapeHtml(content)}">`]
  return [
    ...property('og:type', 'website'),
    ...property('og:title', page.title),
    ...property('og:description', page.description),
    ...property('og:image', page.image),
    ...property('og:url', page.shortUrl),
    ...named('description', page.description),
    ...named('twitter:card', page.image === null ? 'summary' : 'summary_large_image'),
  ].join('\n')
}

function heading({ owner, title, description }: LandingPage): string {
  const [letter = ''] = owner.name.trim().toUpperCase()
  const picture =
    owner.icon === null
      ? `<div class="icon" aria-hidden="true">${escapeHtml(letter)}</div>`
      : `<img class="icon" alt="" src="${escapeHtml(owner.icon)}">`
  return [
    picture,
    ...(owner.name === title ? [] : [`<p dir="auto">${escapeHtml(owner.name)}</p>`]),
    `<h1 dir="auto">${escapeHtml(title)}</h1>`,
    ...(description === null ? [] : [`<p dir="auto">${escapeHtml(description)}</p>`]),
  ].join('\n')
}

/** The script finds links by id: `open`, then `next`; `web` behind a store; `site` for a Mac, shown without script. */
function ways(page: LandingPage): string {
  const { openUrl, storeUrl, webUrl, desktopUrl, language, isInert = false } = page
  const { words } = language
  const link = (id: string, url: string | null, text: string) => {
    const to = url === null || isInert ? '' : ` href="${escapeHtml(url)}"`
    return url === null ? [] : [`<a id="${id}"${to}>${text}</a>`]
  }
  return [
    ...link('open', openUrl, words.open),
    ...link('next', storeUrl, words.get),
    ...link(storeUrl === null ? 'next' : 'web', webUrl, words.web),
    ...link('site', desktopUrl === (webUrl ?? storeUrl) ? null : desktopUrl, words.web),
  ].join('\n')
}

/** The script shows the button; the URL can also be selected by hand. */
function hint({ browserUrl, isInert = false, language: { words } }: LandingPage): string {
  if (browserUrl === null) return ''
  return `<aside>
<p dir="auto">${words.leave}</p>
<code id="url">${escapeHtml(browserUrl)}</code>
<button id="copy" type="button" aria-live="polite" ${isInert ? 'disabled' : 'hidden'}>${words.copy}</button>
</aside>
`
}
