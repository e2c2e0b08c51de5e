import Bowser from 'bowser'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { inAppBrowserOf } from './in-app-browser.js'

export type Platform = 'ios' | 'android' | 'desktop' | 'other'

export interface UserAgent {
  platform: Platform
  /** Null if the browser sends a constant or no value. */
  osVersion: string | null
  isPreviewBot: boolean
  isBot: boolean
  /** WebKit that identifies as a Mac: Safari on an iPad, and iOS browsers that request the desktop site. */
  mayBeIpad: boolean
  /** `Safari`, `instagram (in-app)`; null if unknown. */
  browser: string | null
  /** `Windows`, `macOS`, …; null for other platforms. */
  desktopOs: string | null
}

export interface Device extends UserAgent {
  model: string | null
}

type Header = string | string[] | undefined
type Headers = Readonly<Record<string, Header>>

const KNOWN_AGENTS = 5_000
/** The longest genuine user agents have about 400 characters. */
const MAX_AGENT_LENGTH = 1_024
const MAX_HINT_LENGTH = 128

const OS_VERSION = /^\d{1,4}(\.\d{1,4}){0,3}$/

/** Each user agent is parsed once, because parsing costs as much as the rest of a redirect. */
const parsed = new LRUCache<string, UserAgent>({ max: KNOWN_AGENTS })

export function deviceOf(headers: Headers): Device {
  const agent = parseUserAgent(headers['user-agent'])
  const hint = readHint(headers['sec-ch-ua-platform-version'])
  const version = osVersionOfHint(agent.platform, hint ?? '')
  const model = readHint(headers['sec-ch-ua-model'])
  // Field by field, here and up to the click: copying objects makes V8 create a new hidden class per request.
  return {
    platform: agent.platform,
    osVersion: version ?? agent.osVersion,
    isPreviewBot: agent.isPreviewBot,
    isBot: agent.isBot,
    mayBeIpad: agent.mayBeIpad,
    browser: agent.browser,
    desktopOs: agent.desktopOs,
    model,
  }
}

/**
 * Returns the same device as an iPad. Safari's version is that of iPadOS; other browsers send a constant or nothing.
 */
export function toIpad(device: Device, userAgent: Header): Device {
  const text = typeof userAgent === 'string' ? userAgent.slice(0, MAX_AGENT_LENGTH) : ''
  const version = SAFARI_ALONE.exec(text)?.[1] ?? versionFromApp(text)
  return { ...device, platform: 'ios', osVersion: version }
}

const SAFARI_ALONE =
  /\(KHTML, like Gecko\) Version\/(\d{1,4}(?:\.\d{1,4}){0,3}) (?:Mobile\/\w+ )?Safari\//

/**
 * The OS version from a client hint, or null: browsers pad to `14.0.0` what Android has called `14` since version 9.
 */
export function osVersionOfHint(platform: Platform, hint: string): string | null {
  if (platform !== 'android' || !OS_VERSION.test(hint)) return null
  return Number.parseInt(hint, 10) >= 9 ? hint.replace(/(\.0)+$/, '') : hint
}

/** Parses a User-Agent header; a missing one is platform `other` and not a bot. */
export function parseUserAgent(header: Header): UserAgent {
  const text = typeof header === 'string' ? shortened(header) : ''
  const known = parsed.get(text)
  if (known !== undefined) return known
  const agent = read(text)
  parsed.set(text, agent)
  return agent
}

/** Copies the text, because V8's slice is a view that keeps the whole 16 kB header in memory. */
function shortened(header: string): string {
  if (header.length <= MAX_AGENT_LENGTH) return header
  return Buffer.from(header.slice(0, MAX_AGENT_LENGTH), 'latin1').toString('latin1')
}

function read(text: string): UserAgent {
  const { os, platform: form, browser } = Bowser.parse(text === '' ? ' ' : text)
  const isPreviewBot = PREVIEW_BOT.test(text)
  const isBot = isPreviewBot || isbot(text)
  const isMacintosh = text.includes('(Macintosh;') && text.includes('AppleWebKit/')
  const mayBeIpad = isMacintosh && !isBot && !/Chrom(e|ium)\//.test(text)
  const platform = mayBeIpad ? 'desktop' : platformOf(os.name, form.type)
  return {
    platform,
    // Frozen at 10.15.7 on every Mac, and never an iPad's version.
    osVersion: mayBeIpad ? null : osVersionOf(text, os.name, os.version),
    isPreviewBot,
    isBot,
    mayBeIpad,
    browser: browserOf(text, browser.name),
    desktopOs: platform === 'desktop' ? (os.name ?? null) : null,
  }
}

/** Browsers that the parser knows; for other user agents, it returns the first word as the name. */
const KNOWN_BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))

function browserOf(text: string, name: string | undefined): string | null {
  const app = inAppBrowserOf(text)
  if (app !== null) return `${app.replace('_', ' ')} (in-app)`
  return name !== undefined && KNOWN_BROWSERS.has(name) ? name : null
}

/**
 * Bots that fetch previews. In-app browsers of the same vendors (FBAN, Instagram, Line …) are used by people and send
 * other names.
 */
const PREVIEW_BOT =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|^whatsapp\/|telegrambot|slackbot|slack-imgproxy|linkedinbot|discordbot|skypeuripreview|microsoftpreview|pinterest(bot|\/0)|redditbot|applebot|vkshare|viber-bot|kakaotalk-scrap|snap url preview|embedly|iframely|mastodon\/|bluesky cardyb|bitlybot|line-poker|google-pagerenderer|zoombot/i

const DESKTOPS = new Set(['macOS', 'Windows', 'Linux', 'Chrome OS', 'FreeBSD', 'OpenBSD'])

function platformOf(osName = '', form = ''): Platform {
  if (form === 'tv') return 'other'
  if (osName === 'iOS') return 'ios'
  if (osName === 'Android') return 'android'
  return DESKTOPS.has(osName) ? 'desktop' : 'other'
}

/** Since version 26, Safari reports iOS 18.6 or 18.7 forever, and the true version only as its own. */
const FROZEN_IOS = new Set(['18.6', '18.7'])

function osVersionOf(
  text: string,
  osName: string | undefined,
  version: string | undefined,
): string | null {
  if (version === undefined || !OS_VERSION.test(version)) return null
  // Chrome's reduced user agent: the same "Android 10; K" on every phone; web views add more.
  if (osName === 'Android') return /Android 10; K[);]/.test(text) ? versionFromApp(text) : version
  if (osName !== 'iOS' || !FROZEN_IOS.has(version)) return version
  const safari = /\bVersion\/(\d+(?:\.\d+)*)/.exec(text)?.[1]
  // Without Safari's version, as in most apps, a frozen 18.6 cannot be distinguished from a true one.
  return safari ?? versionFromApp(text)
}

/** The true version, sent by Facebook (`FBSV/26.1`) and Instagram (`; iOS 26_1;`) after a frozen user agent. */
function versionFromApp(text: string): string | null {
  const found = /\bFBSV\/([\d.]+)|\bInstagram .*; iOS ([\d_]+);/.exec(text)
  const version = (found?.[1] ?? found?.[2] ?? '').replaceAll('_', '.')
  return OS_VERSION.test(version) ? version : null
}

/** A client hint is a quoted string (RFC 8941); empty means withheld. */
function readHint(header: Header): string | null {
  const text =
    typeof header === 'string' ? /^"([\x20-\x7e]*)"$/.exec(header.trim())?.[1] : undefined
  const value = text?.replace(/\\(["\\])/g, '$1').slice(0, MAX_HINT_LENGTH)
  return value === undefined || value === '' ? null : value
}
