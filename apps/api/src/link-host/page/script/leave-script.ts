/**
 * The part of the landing page's script that opens the app and, after 1.5 s without a switch, goes on.
 *
 * It goes on only while the page is visible. Once the page was hidden or left, also if restored from the browser's
 * memory, or the visitor clicked another link or the copy button, it stays. A page reached by the back button opens
 * nothing by itself, because nobody could go back past it; Safari before 15 reports that as type 2. A page loaded in
 * the background waits until it is visible.
 *
 * A browser's prompt ("Open in …?") takes the focus and is awaited. A timer that fires seconds late was suspended
 * while the app was in front, on phones that report that too late.
 */
export const LEAVE_SCRIPT = `
  function go() {
    var open = href('open'), next = href('next'), started, timer, due, hadFocus
    function later(ms) {
      clearTimeout(timer)
      due = Date.now() + ms
      timer = setTimeout(goOn, ms)
    }
    function goOn() {
      if (doc.hidden || Date.now() - due > 3000) return
      if (hadFocus && !doc.hasFocus()) return later(500)
      location.replace(next)
    }
    function wait() {
      hadFocus = doc.hasFocus()
      if (next) later(open ? 1500 : 0)
    }
    function start() {
      started = 1
      wait()
      if (open) location.href = open
    }
    function stay() { clearTimeout(timer) }
    on(doc, 'visibilitychange', () => {
      if (doc.hidden) stay()
      else if (!started) start()
    })
    on(window, 'pagehide', stay)
    on($('open'), 'click', wait)
    on($('next'), 'click', stay)
    on($('web'), 'click', stay)
    on($('copy'), 'click', stay)
    var entry = safe(() => performance.getEntriesByType('navigation')[0] || performance.navigation)
    if (entry && /^2$|back/.test(entry.type)) started = 1
    if (!started && !doc.hidden) start()
  }`
