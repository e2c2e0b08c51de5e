import { LOADING_SCRIPT } from './loading-script.js'
import { escapeHtml, PAGE_STYLE } from './page-headers.js'

/** What the page shows and does; all text comes unescaped. */
export interface LoadingPage {
  nonce: string
  title: string
  description: string | null
  image: string | null
  shortUrl: string
  /** Opens the app; null where the link is no deep link. */
  openUrl: string | null
  storeUrl: string | null
  webUrl: string
  /** For the one report of this visit; null where it is not wanted. */
  visitToken: string | null
}

/**
 * The page between a link and an app (contract §6): about 5 kB, nothing from elsewhere. Every way on is a plain
 * link, so that it works without its script, too.
 */
export function loadingPage(page: LoadingPage): string {
  const token = page.visitToken === null ? '' : ` data-token="${escapeHtml(page.visitToken)}"`
  return `<!doctype html>
<html lang="en"${token}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${socialTags(page)}
<style nonce="${page.nonce}">${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(page.title)}</h1>
<p dir="auto">${escapeHtml(page.description ?? 'Opening the app…')}</p>
${buttons(page)}
</main>
<script nonce="${page.nonce}">${LOADING_SCRIPT}</script>
</body>
</html>
`
}

function socialTags(page: LoadingPage): string {
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

/** The script finds the ways by their ids: `open` first, then `next`. */
function buttons({ openUrl, storeUrl, webUrl }: LoadingPage): string {
  const link = (attributes: string, url: string, text: string) =>
    `<a ${attributes} href="${escapeHtml(url)}" rel="nofollow">${text}</a>`
  const open = openUrl === null ? [] : [link('id="open" class="first"', openUrl, 'Open in the app')]
  const web = 'Continue in the browser'
  const next =
    storeUrl === null
      ? [link('id="next"', webUrl, web)]
      : [link('id="next"', storeUrl, 'Get the app'), link('id="web"', webUrl, web)]
  return [...open, ...next].join('\n')
}
