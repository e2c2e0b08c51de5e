/**
 * The part of the landing page's script that opens the app and, after 1.5 s without a switch, goes on.
 *
 * It goes on only where somebody still looks at the page: once the page was hidden or left, it stays for good, also
 * when it comes back, out of the browser's memory too, and once somebody took another way, be it the link to be copied.
 * A page that comes by the back button opens nothing by itself, for nobody could go back past it; Safari before 15 says
 * so in the old way, by the number 2. One that loads unseen waits until it is seen.
 *
 * A browser's question ("Open in …?") takes the focus: it gets its answer first. A timer that is seconds late was
 * asleep while the app was in front, on phones that say so too late.
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
