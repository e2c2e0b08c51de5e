export type InAppBrowser =
  | 'facebook'
  | 'instagram'
  | 'kakaotalk'
  | 'line'
  | 'linkedin'
  | 'naver'
  | 'pinterest'
  | 'snapchat'
  | 'threads'
  | 'tiktok'
  | 'twitter'
  | 'wechat'
  /** The name for an unidentified app. */
  | 'web_view'

/**
 * Returns the app whose built-in browser sent a user agent, or null. Such browsers often open neither an app nor a
 * store.
 */
export function inAppBrowserOf(userAgent: string | undefined): InAppBrowser | null {
  const text = (userAgent ?? '').slice(0, MAX_AGENT_LENGTH)
  return MARKS.find(([, mark]) => mark.test(text))?.[0] ?? null
}

/** These browsers add their mark at the end of user agents of about 400 characters. */
const MAX_AGENT_LENGTH = 1_024

const MARKS: readonly [InAppBrowser, RegExp][] = [
  ['instagram', /\bInstagram[ /]\d/],
  ['facebook', /\bFB(AN|AV|_IAB)\/|\bFB(4A|IOS)\b/],
  ['tiktok', /\bmusical_ly|\bBytedanceWebview|\bTikTok[ /]|\btrill_/],
  ['linkedin', /\bLinkedInApp\b/],
  ['snapchat', /\bSnapchat\/\d/],
  ['wechat', /\bMicroMessenger\//],
  ['line', /\bLine\/\d/],
  ['twitter', /\bTwitter for i(Phone|Pad)\b|\bTwitterAndroid\b/],
  ['pinterest', /\[Pinterest\/|\bPinterest for (iOS|Android)\b/],
  ['threads', /\bBarcelona \d/],
  ['kakaotalk', /\bKAKAOTALK[ /]\d/],
  ['naver', /\bNAVER\(inapp;/],
  // Both systems send this for apps that add nothing; the user agents of all iOS browsers end in `Safari/`.
  ['web_view', /^Mozilla\/5\.0 \(Linux; Android [^)]*; wv\)/],
  [
    'web_view',
    /^Mozilla\/5\.0 \(iP(hone|ad|od)\b[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/(?!.*\bSafari\/)/,
  ],
  [
    'web_view',
    /^Mozilla\/5\.0 \(Macintosh; [^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*\bSafari\/)/,
  ],
]
