const LINES = `
:root{color-scheme:light dark;--ink:#16181d;--soft:#596072;--ground:#fff;--line:#d9dde6;--fill:#2453d6;--on:#fff;--link:#2453d6}
@media(prefers-color-scheme:dark){:root{--ink:#f1f2f5;--soft:#a9b0c0;--ground:#14161b;--line:#363b47;--fill:#8fabff;--on:#10131a;--link:#a9beff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 20px;background:var(--ground);color:var(--ink);font:1.0625rem/1.45 system-ui,sans-serif}
main{width:100%;max-width:25rem;text-align:center;overflow-wrap:anywhere}
.icon{display:grid;place-items:center;width:72px;height:72px;margin:0 auto 12px;border-radius:17px;background:var(--line);font-size:28px;font-weight:700;object-fit:cover}
h1,p{margin:0 0 8px;text-wrap:balance}
h1{font-size:1.45rem;line-height:1.25}
p{color:var(--soft)}
nav,aside{margin-top:24px}
a,button{display:block;width:100%;min-height:52px;margin:12px 0 0;padding:13px 16px;border:1.5px solid var(--line);border-radius:14px;background:none;color:var(--link);font:inherit;font-weight:600;text-align:center;text-decoration:none;touch-action:manipulation}
a:first-child{border-color:var(--fill);background:var(--fill);color:var(--on)}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
`

/** Style of all link host pages: dark mode, large touch targets, both text directions, the visitor's text size. */
export const PAGE_STYLE = LINES.replaceAll('\n', '')

/** The link for a Mac, which the script follows automatically. */
export const SITE_STYLE = `
@media(scripting:enabled){#site{display:none}}`

export const HINT_STYLE = `
aside{padding:16px;border:1.5px dashed var(--line);border-radius:14px;font-size:.88em}
#url{display:block;max-height:4.4em;overflow:auto;direction:ltr;font:.93em/1.45 ui-monospace,monospace;-webkit-user-select:all;user-select:all}
[hidden]{display:none}`

/** Hidden area for copying; a phone would zoom in on smaller text. */
export const COPY_STYLE = `
textarea{position:fixed;top:-99px;font-size:17px}`
