/**
 * What the loading page does (contract §6), the same text on every page: what differs stands in the HTML. It
 * reports the visit, opens the app, and after 1.5 s without a switch goes on. Written for old phones' browsers.
 *
 * A prerendered page does nothing: it loads again once somebody looks at it, which is the click that counts.
 * The first sight of an fbclid is told only when an earlier page kept it, so that the server's clock decides otherwise.
 */
export const LOADING_SCRIPT = `(function () {
  var doc = document, token = doc.documentElement.getAttribute('data-token')
  if (doc.prerendering) {
    doc.addEventListener('prerenderingchange', function () { location.reload() })
    return
  }
  function hrefOf(id) { var link = doc.getElementById(id); return link && link.getAttribute('href') }
  function uuid() {
    if (crypto.randomUUID) return crypto.randomUUID()
    var bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = bytes[6] & 15 | 64
    bytes[8] = bytes[8] & 63 | 128
    var hex = Array.prototype.map.call(bytes, function (b) { return (b + 256).toString(16).slice(1) }).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  function attempt(work) { try { return work() } catch (error) { return null } }
  function visitorId() {
    var id = localStorage.getItem('throughline.visitor')
    if (!id) localStorage.setItem('throughline.visitor', id = uuid())
    return id
  }
  function fbclidSeconds() {
    var id = new URLSearchParams(location.search).get('fbclid')
    if (!id) return null
    var seen = JSON.parse(localStorage.getItem('throughline.fbclid') || 'null')
    if (seen && seen.id === id) return seen.at
    localStorage.setItem('throughline.fbclid', JSON.stringify({ id: id, at: Math.floor(Date.now() / 1000) }))
    return null
  }
  function hints() {
    var data = navigator.userAgentData
    if (!data || !data.getHighEntropyValues) return Promise.resolve({})
    var late = new Promise(function (done) { setTimeout(function () { done({}) }, 100) })
    return Promise.race([data.getHighEntropyValues(['platformVersion', 'model']), late]).catch(function () { return {} })
  }
  function report(hint) {
    var text = JSON.stringify({
      token: token,
      screen_width: Math.round(screen.width),
      screen_height: Math.round(screen.height),
      pixel_ratio: window.devicePixelRatio || null,
      languages: (navigator.languages || [navigator.language]).slice(0, 20),
      time_zone: attempt(function () { return Intl.DateTimeFormat().resolvedOptions().timeZone }) || null,
      platform_version: hint.platformVersion || null,
      model: hint.model || null,
      visitor_id: attempt(visitorId),
      fbclid_captured_at: attempt(fbclidSeconds)
    })
    function beacon() { navigator.sendBeacon('/api/visits', new Blob([text], { type: 'application/json' })) }
    if (!window.fetch) return beacon()
    fetch('/api/visits', { method: 'POST', headers: { 'content-type': 'application/json' }, body: text, keepalive: true })
      .catch(function () { attempt(beacon) })
  }
  function go() {
    var open = hrefOf('open'), next = hrefOf('next'), hasLeft = false
    function leave() { hasLeft = true }
    doc.addEventListener('visibilitychange', function () { if (doc.hidden) leave() })
    addEventListener('pagehide', leave)
    if (open) location.href = open
    setTimeout(function () { if (next && !hasLeft && !doc.hidden) location.replace(next) }, open ? 1500 : 0)
  }
  if (!token) return go()
  hints().then(function (hint) { attempt(function () { report(hint) }) }).then(go, go)
})()`
