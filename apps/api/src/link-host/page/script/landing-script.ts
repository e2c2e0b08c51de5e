import { COPY_SCRIPT } from './copy-script.js'
import { LEAVE_SCRIPT } from './leave-script.js'
import { REPORT_SCRIPT } from './report-script.js'

/**
 * Stands in the head of a page that may be an iPad's: a Mac has no touch screen, and shows nothing of the page while the
 * script at its end sends it on.
 */
export const HIDE_FROM_MACS = 'document.documentElement.hidden=!(navigator.maxTouchPoints>1)'

/**
 * What the landing page does: what differs from page to page stands in the HTML. It reports the visit,
 * opens the app, and goes on. Any browser since 2016 runs it; what is older has the links.
 *
 * A prerendered page does nothing: it loads again once somebody looks at it, which is the click that counts.
 *
 * @param page.canCopy whether it has something to copy
 * @param page.mayBeIpad whether it has `HIDE_FROM_MACS`
 */
export function loadingScript(page: { canCopy: boolean; mayBeIpad: boolean }): string {
  return (page.mayBeIpad ? ON_IPADS : ON_PHONES)[page.canCopy ? 'copying' : 'plain']
}

const IPAD_SCRIPT = `
  if (root.hidden) return location.replace(href('site') || href('web') || href('next'))
  touch = Math.min(navigator.maxTouchPoints, 255)`

const ON_PHONES = { plain: scriptOf('', ''), copying: scriptOf('', COPY_SCRIPT) }
const ON_IPADS = { plain: scriptOf(IPAD_SCRIPT, ''), copying: scriptOf(IPAD_SCRIPT, COPY_SCRIPT) }

function scriptOf(first: string, last: string): string {
  return squeezeScript(`(() => {
  var doc = document, root = doc.documentElement, token = root.getAttribute('data-token'), touch
  function safe(work) { try { return work() } catch (error) { return null } }
  function $(id) { return doc.getElementById(id) }
  function href(id) { return $(id) && $(id).getAttribute('href') }
  function on(target, name, work) { if (target) target.addEventListener(name, work) }
  if (doc.prerendering) return on(doc, 'prerenderingchange', () => { location.reload() })
${first}
${REPORT_SCRIPT}
${LEAVE_SCRIPT}
  safe(() => {
${last}
  })
  if (!token || !safe(() => hints().then(report).then(go, go))) go()
})()`)
}

/**
 * Takes out the white space that only readers of our scripts need. It knows nothing of JavaScript, so it is for
 * these alone: their texts and patterns hold no space beside a sign, and no line begins with a bracket.
 */
function squeezeScript(script: string): string {
  return script
    .replace(/\n\s*/g, '\n')
    .replace(/ ?([=+?:,&|<>!{}()-]+) ?/g, '$1')
    .replace(/([{(,])\n/g, '$1')
    .replace(/\n([})])/g, '$1')
    .trim()
}
