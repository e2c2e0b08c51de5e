import { LEAVE_SCRIPT } from './leave-script.js'
import { REPORT_SCRIPT } from './report-script.js'

/** A Mac has no touch screen. The page stays hidden on a Mac until the script at the end redirects. */
export const HIDE_FROM_MACS = 'document.documentElement.hidden=!(navigator.maxTouchPoints>1)'

/**
 * Reports the device, opens the app, and goes on; for browsers since 2016. A prerendered page does nothing and reloads
 * when it is shown, which is the click that counts.
 */
export function loadingScript(page: { canCopy: boolean; mayBeIpad: boolean }): string {
  return (page.mayBeIpad ? ON_IPADS : ON_PHONES)[page.canCopy ? 'copying' : 'plain']
}

const IPAD_SCRIPT = `
  if (root.hidden) return location.replace(href('site') || href('web') || href('next'))
  touch = Math.min(navigator.maxTouchPoints, 255)`

/**
 * Copies only on a click. The old command comes first, because it finishes before the click leaves the page; it takes
 * the focus, which is restored, and the button keeps its name, for screen readers.
 */
const COPY_SCRIPT = `
  function copyOnTap(link, text, tell) {
    on(link, 'click', () => safe(() => {
      var area = doc.createElement('textarea'), held = doc.activeElement
      area.value = text
      area.readOnly = true
      doc.body.appendChild(area)
      area.select()
      area.setSelectionRange(0, text.length)
      var copied = safe(() => doc.execCommand('copy'))
      area.remove()
      safe(() => { held.focus() })
      if (copied || !safe(() => navigator.clipboard.writeText(text).then(() => { tell(1) }, () => { tell() }))) tell(copied)
    }))
  }
  var clip = root.getAttribute('data-clip'), button = $('copy')
  if (clip) {
    copyOnTap($('open'), clip, () => {})
    copyOnTap(root.hasAttribute('data-store') && $('next'), clip, () => {})
  }
  if (button) {
    var label = button.textContent, url = $('url')
    button.hidden = false
    copyOnTap(button, url.textContent, copied => {
      if (copied) button.textContent = '\\u2713 ' + label
      else getSelection().selectAllChildren(url)
    })
  }`

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
 * Minifies a script. Only safe for these scripts: no string or pattern has a space next to an operator, and no line
 * starts with a bracket.
 */
function squeezeScript(script: string): string {
  return script
    .replace(/\n\s*/g, '\n')
    .replace(/ ?([=+?:,&|<>!{}()-]+) ?/g, '$1')
    .replace(/([{(,])\n/g, '$1')
    .replace(/\n([})])/g, '$1')
    .trim()
}
