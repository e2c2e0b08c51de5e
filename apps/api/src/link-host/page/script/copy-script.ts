/**
 * The part of the landing page's script that copies, and only on a tap: the link itself by its button, and, where
 * the page says so, the link with its click token on the way to the app or its store. A copy that fails
 * stops nothing; where it was the button's, the link is selected, so that only the phone's own "Copy" is left to tap.
 *
 * The old command comes first, because it is done before the tap leaves the page. It takes the focus, which goes back to
 * where it was, and the button keeps its name behind the tick: both for those who can't see the page.
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
