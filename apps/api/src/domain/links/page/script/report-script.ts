/**
 * Omits values that a browser lacks, withholds or reports wrongly: the server rejects a report with one invalid field.
 * After a 503 it is sent once more after 2 s. An earlier page's receipt of the fbclid (at most 90 days) replaces the
 * click's second in the links too, so that app and server agree.
 */
export const REPORT_SCRIPT = `
  function uuid() {
    var hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => (byte + 256).toString(16).slice(1)).join('')
    return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5')
  }
  function visitorId() {
    var name = 'throughline.visitor', id = localStorage.getItem(name)
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) localStorage.setItem(name, id = uuid())
    return id
  }
  function firstSight() {
    var id = new URLSearchParams(location.search).getAll('fbclid').find(Boolean), name = 'throughline.fbclids'
    var now = +/&fbclid_captured_at=(\\d+)$/.exec(href('open'))[1]
    var seen = safe(() => JSON.parse(localStorage.getItem(name)))
    seen = Array.isArray(seen) ? seen.filter(one => one && now >= one.at && now - one.at <= 7776000) : []
    var known = seen.find(one => one.id === id)
    if (known) return replaceSecond(now, Math.floor(known.at))
    seen.unshift({ id, at: now })
    localStorage.setItem(name, JSON.stringify(seen.slice(0, 5)))
  }
  function replaceSecond(now, at) {
    var next = $('next'), name = '%26fbclid_captured_at%3D'
    $('open').href = href('open').replace(/\\d+$/, at)
    if (next) next.href = href('next').replace(name + now, name + at)
    return at
  }
  var sight = token && safe(firstSight) || null
  function hints() {
    var asked = safe(() => navigator.userAgentData.getHighEntropyValues(['platformVersion', 'model']))
    if (!asked) return Promise.resolve()
    var late = new Promise(done => { setTimeout(done, 100) })
    return Promise.race([asked, late]).catch(() => 0)
  }
  function text(value, most) { return typeof value === 'string' && value ? value.slice(0, most) : null }
  function report(hint) {
    hint = hint || {}
    var body = JSON.stringify({
      token,
      screen_width: Math.round(screen.width) || null,
      screen_height: Math.round(screen.height) || null,
      pixel_ratio: window.devicePixelRatio || null,
      languages: (navigator.languages || [navigator.language]).filter(one => text(one) && one.length < 36).slice(0, 20),
      time_zone: text(safe(() => Intl.DateTimeFormat().resolvedOptions().timeZone), 64),
      platform_version: text(hint.platformVersion, 128),
      model: text(hint.model, 128),
      max_touch_points: touch,
      visitor_id: safe(visitorId),
      fbclid_captured_at: sight
    })
    function send(again) {
      fetch('/api/visits', { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true })
        .then(answer => { if (again && answer.status === 503) setTimeout(send, 2000) })
        .catch(() => 0)
    }
    send(1)
  }`
