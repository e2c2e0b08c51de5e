/**
 * The part of the landing page's script that copies, only on a click: the link by its button and, if the page says
 * so, the link with its click token on the way to the app or store. A failed copy stops nothing; after a failed
 * button copy the link is selected for the phone's own "Copy".
 *
 * The old command comes first, because it finishes before the click leaves the page. It takes the focus, which is
 * then restored, and the button keeps its name after the tick: both for screen readers.
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
