import { COPY_SCRIPT } from './copy-script.js'
import { LEAVE_SCRIPT } from './leave-script.js'
import { REPORT_SCRIPT } from './report-script.js'
import { squeezeScript } from './squeeze-script.js'

/**
 * What the loading page does (contract §6), the same text on every page: what differs stands in the HTML. It
 * reports the visit, opens the app, and goes on. Any browser since 2016 runs it; what is older has the links.
 *
 * A prerendered page does nothing: it loads again once somebody looks at it, which is the click that counts.
 */
export const LOADING_SCRIPT = scriptOf('')

/** The same for pages that have something to copy. */
export const LOADING_SCRIPT_THAT_COPIES = scriptOf(COPY_SCRIPT)

function scriptOf(more: string): string {
  return squeezeScript(`(() => {
  var doc = document, root = doc.documentElement, token = root.getAttribute('data-token')
  function safe(work) { try { return work() } catch (error) { return null } }
  function $(id) { return doc.getElementById(id) }
  function href(id) { return $(id) && $(id).getAttribute('href') }
  function on(target, name, work) { if (target) target.addEventListener(name, work) }
  if (doc.prerendering) return on(doc, 'prerenderingchange', () => { location.reload() })
${REPORT_SCRIPT}
${LEAVE_SCRIPT}
  safe(() => {
${more}
  })
  if (!token || !safe(() => hints().then(report).then(go, go))) go()
})()`)
}
