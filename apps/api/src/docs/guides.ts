import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from '@throughline/core/lib/escape-html'

export interface Guide {
  /** The file's name without `.md`; the last part of its address. */
  name: string
  title: string
  markdown: string
}

const INDEX = 'README'

/** Reads the guides of a folder, README included, in the order of their file names. A missing folder has no guides. */
export function readGuides(folder = findGuides()): Guide[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.md'.length)
      const markdown = readFileSync(join(folder, file), 'utf8')
      return { name, title: /^# (.+)$/m.exec(markdown)?.[1]?.trim() ?? name, markdown }
    })
}

/** Returns the folder `guides` beside a built bundle, or the repository's when running from source. */
export function findGuides(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./guides', from))
  if (existsSync(besideBundle)) return besideBundle
  return fileURLToPath(new URL('../../../../docs/guides', from))
}

/** Renders the page of a guide. Its HTML is trusted, because its Markdown is part of the release. */
export function guidePage(guide: Guide, guides: readonly Guide[]): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, guides)
        return address === null
          ? `${text} (<code>${escapeHtml(pathInRepository(href))}</code>)`
          : `<a href="${escapeHtml(address)}">${text}</a>`
      },
    },
  })
  return page(guide.title, guides, marked.parse(guide.markdown, { async: false }))
}

/** Renders the page that lists all guides: the folder's README, or the titles. */
export function guidesPage(guides: readonly Guide[]): string {
  const index = guides.find(({ name }) => name === INDEX)
  if (index !== undefined) return guidePage(index, guides)
  return page('Guides', guides, `<h1>Guides</h1>\n<ul>\n${listOf(guides)}\n</ul>\n`)
}

/** Returns the URL of a link between Markdown files; null for files that are not served. */
function addressOf(href: string, guides: readonly Guide[]): string | null {
  const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (guides.some((guide) => guide.name === name)) return `/docs/guides/${name ?? ''}${anchor}`
  return /^(#|\/|https?:)/.test(href) ? href : null
}

/** `docs/webhooks.md` for `../webhooks.md#secrets` */
function pathInRepository(href: string): string {
  return posix.join('docs/guides', href.replace(/#.*/, ''))
}

function listOf(guides: readonly Guide[]): string {
  return guides
    .filter(({ name }) => name !== INDEX)
    .map(({ name, title }) => `<li><a href="/docs/guides/${name}">${escapeHtml(title)}</a></li>`)
    .join('\n')
}

function page(title: string, guides: readonly Guide[], content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)} · Throughline</title>
    <link rel="stylesheet" href="/docs/guides.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <nav>
      <a href="/docs">API reference</a>
      <ul>
${listOf(guides)}
      </ul>
    </nav>
    <main>
${content}
    </main>
  </body>
</html>
`
}

export const GUIDE_STYLE = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 46rem); gap: 3rem; padding: 2rem; font: 16px/1.6 system-ui, sans-serif; }
nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow: auto; font-size: 14px; }
nav ul { list-style: none; margin: 1rem 0 0; padding: 0; }
nav li { margin: .35rem 0; }
a { color: light-dark(#0b57a4, #8ab8f0); }
nav a { text-decoration: none; }
h1, h2, h3 { line-height: 1.25; }
h1 { margin-top: 0; }
h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
code { font: .9em/1.5 ui-monospace, monospace; background: color-mix(in srgb, currentColor 7%, transparent); padding: .1em .3em; border-radius: 4px; }
pre { overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 6px; }
pre code { background: none; padding: 0; }
table { display: block; overflow: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .4rem .7rem; text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); }
img { max-width: 100%; }
@media (max-width: 60rem) { body { display: block; padding: 1rem; } nav { position: static; max-height: none; margin-bottom: 2rem; } }
`
