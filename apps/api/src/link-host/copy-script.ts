/**
 * The part of the loading page's script that copies, and only on a tap: the link itself by its button, and, where
 * the page says so, the link with its click token on the way to the app or its store (contract §6). A copy that fails stops
 * nothing.
 *
 * The old command comes first, because it is done before the tap leaves the page.
 */
export const COPY_SCRIPT = `
  function copy(text, done) {
    var area = doc.createElement('textarea')
    area.value = text
    area.readOnly = true
    doc.body.appendChild(area)
    area.select()
    area.setSelectionRange(0, text.length)
    var copied = safe(() => doc.execCommand('copy'))
    doc.body.removeChild(area)
    if (copied) done()
    else safe(() => { navigator.clipboard.writeText(text).then(done, () => {}) })
  }
  function copyOnTap(link, text, done) {
    on(link, 'click', () => { safe(() => { copy(text, done) }) })
  }
  var clip = root.getAttribute('data-clip'), button = $('copy')
  if (clip) {
    copyOnTap($('open'), clip, () => {})
    if (root.hasAttribute('data-store')) copyOnTap($('next'), clip, () => {})
  }
  if (button) {
    button.hidden = false
    copyOnTap(button, $('url').textContent, () => { button.textContent = '\\u2713' })
  }`
