/**
 * Copies only on a click. The old command comes first, because it finishes before the click leaves the page; it takes
 * the focus, which is restored, and the button keeps its name, for screen readers.
 */
export const COPY_SCRIPT = `
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
