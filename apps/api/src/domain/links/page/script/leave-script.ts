/**
 * Opens the app and, after 1.5 s without a switch, goes on, only while the page is visible. It stays once it was hidden
 * or left or something was clicked. A page reached by the back button opens nothing (Safari before 15: type 2). A
 * browser's prompt takes the focus and is awaited; a timer that fires seconds late was suspended while the app was in
 * front.
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
