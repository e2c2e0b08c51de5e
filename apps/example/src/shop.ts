import { byId } from './dom.js'
import { showFacts } from './facts.js'

showFacts(byId('query', HTMLDListElement), Object.fromEntries(new URLSearchParams(location.search)))
const back = byId('back', HTMLAnchorElement)
// A phone gets only this page.
if (location.hostname === '127.0.0.1') back.href = `http://localhost:${location.port}/`
else back.remove()
