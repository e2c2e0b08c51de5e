import { byId } from './dom.js'
import { showFacts } from './facts.js'

showFacts(byId('query', HTMLDListElement), Object.fromEntries(new URLSearchParams(location.search)))
byId('back', HTMLAnchorElement).href = `http://localhost:${location.port}/`
