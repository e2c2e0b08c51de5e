/** The headers of our own HTML: nothing runs, loads or frames it but what carries the nonce (contract §6). */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** The look of every page of the link host: readable in the dark, targets big enough for a thumb. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--ink:#1a1c20;--soft:#5a6070;--ground:#fff;--accent:#2453d6;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#f1f2f5;--soft:#a9b0c0;--ground:#15171c;--accent:#8fabff;--on-accent:#10131a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;text-align:center}
h1{margin:0 0 8px;font-size:1.4rem;overflow-wrap:anywhere}
p{margin:0 0 24px;color:var(--soft);overflow-wrap:anywhere}
a{display:block;min-height:52px;margin:12px 0;padding:13px 20px;border:2px solid var(--accent);border-radius:14px;color:var(--accent);font-weight:600;text-decoration:none}
a.first{background:var(--accent);color:var(--on-accent)}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`
