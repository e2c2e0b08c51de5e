import type { Signal } from '../api/types.js'

export const installs = {
  reasonsTitle: (count: number) =>
    count === 1 ? 'Why 1 install was not matched' : `Why ${count} installs were not matched`,
  title: 'Installs',
  lead: 'Every install, matched or not, with the reason.',
  install: 'Install',
  link: 'Link',
  result: 'Result',
  evidence: 'Evidence',
  country: 'Country',
  when: 'When',
  back: 'All installs',
  anyResult: 'Any result',
  matched: 'Matched',
  unmatched: 'Not matched',
  reason: 'Reason',
  anyReason: 'Any reason',
  platform: 'Platform',
  anyPlatform: 'Any platform',
  test: 'Test',
  matchedBy: 'Matched by',
  linkHint: 'Its code',
  campaign: 'Campaign',
  countryHint: 'Two letters, such as DE',
  osVersion: 'System version',
  osVersionHint: '17 also finds 17.4',
  sdkVersion: 'SDK version',
  sdkVersionHint: 'Name and version',
  fingerprint: 'Fingerprint',
  fingerprintHint: 'As the app got it',
  tests: 'Tests',
  emptyTitle: 'No install was reported yet',
  emptyText:
    'The SDK reports an install when the app is first opened. Each one shows up here within a second, with the clicks that were compared and the reason for the decision.',
  emptyGuide: 'Add the SDK to your app',
  noneTitle: 'No install matches these filters',
  noneText: 'Try a longer time, or fewer filters.',
} as const

export const explain = {
  why: 'Why',
  advice: 'What to do',
  picture: 'How it was decided',
  install: 'Install',
  click: 'Click',
  kept: (date: string) =>
    `The comparison is kept for seven days and was deleted on ${date}. The sentence and the reason stay.`,
  noConsent: 'Without consent nothing about the device is stored or compared.',
  support: 'Copy for support',
  supportHint: 'Text without identifiers',
} as const

/** The clicks before an install, on a time line. */
export const clicks = {
  title: 'Clicks before the install',
  asTable: 'Clicks before this install',
  verdict: 'Result',
  probability: 'Probability',
  age: 'Age',
  of: (counts: string, { span, window }: { span: string; window: string }) =>
    `${counts} on links of this project in the ${span} before the install. Only clicks in the window, the last ${window}, can match. All of them by result:`,
  count: (count: string) => (count === '1' ? '1 click' : `${count} clicks`),
  drawn: (drawn: string, all: string) => `${drawn} of ${all} shown`,
  before: (text: string) => `${text} before`,
  between: (newest: string, oldest: string) => `${newest} – ${oldest} before`,
  also: (reasons: string) => `also: ${reasons}`,
  window: (text: string) => `Window of ${text}`,
  named: 'named by the token',
  none: (since: string) => `No link of this project was clicked since ${since}.`,
  noneCompared: 'No click could be compared with this install.',
  needed: (window: string) =>
    `To be compared, a click must come from the same network and the same platform, in the ${window} before the install, and its landing page must have loaded.`,
  slow: 'Reading the clicks before this install took too long. Reload the page to try again.',
  scale: 'The scale is stretched towards the install.',
  legend: { winner: 'Matched', other: 'Compared', near: 'Not compared' },
} as const

/** The signals of a click beside those of the install. */
export const comparison = {
  title: 'Click and install, signal by signal',
  text: 'All signals count together: those that agree add points, those that differ subtract them.',
  matched: 'Matched click',
  best: 'Most likely click',
  runnerUp: 'Second most likely click',
  signal: 'Signal',
  points: 'Points',
  differs: 'differs',
  agrees: 'agrees',
  not_comparable: 'not comparable',
  same: 'the same',
  different: 'different, not stored',
  deleted: 'no longer stored',
  sum: 'Sum',
  skipped: (names: string) => `Not compared, because click or install did not report it: ${names}.`,
  privacy:
    'Of what the app reported, only the system version is stored. Of the rest, only the result of the comparison.',
} as const

/** How probable each click is. */
export const decision = {
  title: 'Decision',
  text: (needed: string) =>
    `A click needs ${needed} to be matched, the minimum confidence of the project.`,
  needed: (share: string) => `${share} needed`,
  others: (count: number) => (count === 1 ? '1 other click' : `${count} other clicks`),
  none: 'None of these clicks',
  noneHint: 'Installed without any of them',
  margin: 'Margin of error',
  marginHint: 'Matches are right a bit less often than computed',
  together: 'Together',
  overlap:
    'Each percentage is corrected by how often such matches were right, so between several clicks they can exceed 100 %.',
  enough: 'enough',
  notEnough: 'not enough',
  odds: (points: string, times: string, share: string) =>
    `From points to percent: each point doubles the odds. With ${points} points, click and install are ${times} likely to come from one person than from two. The age of the click and the number of visitors on the network count too. The result is ${share}.`,
  likelier: (times: string) => `${times} times more`,
  unlikelier: (times: string) => `${times} times less`,
  million: 'over a million',
} as const

/** The steps, in the order in which they are tried, and their results. */
export const steps = {
  title: 'Five steps, the first that applies decides',
  names: {
    consent: 'Consent',
    token: 'Click token',
    code: 'Link code',
    source: 'Other ad source',
    signals: 'Signals',
  },
  hints: {
    consent: 'May this device be compared?',
    token: 'Proof of one click, from Google Play or the clipboard',
    code: 'The name of a link, without proof of a click',
    source: 'Google Play names another ad network',
    signals: 'Clicks from the same network',
  },
  looks: {
    passed: 'passed',
    none: 'skipped',
    failed: 'failed',
    matched: 'decided',
    unmatched: 'decided',
    unused: 'not reached',
  },
  notRefused: 'Not refused',
  noToken: { ios: 'None sent', android: 'None in the Play referrer' },
  badToken: 'Not genuine, ignored',
  noCode: 'None sent',
  noSource: { ios: 'Not on iOS', android: 'None named' },
  unused: 'Not needed',
  matched: 'Decided here: matched',
  unmatched: (reason: string) => `Decided here: ${reason}`,
} as const

export const facts = {
  title: 'Install',
  id: 'Install id',
  link: 'Link',
  installed: 'Installed',
  decided: 'Decided',
  clickIds: 'Ad click ids of the click',
  referrerIds: 'From Google Play',
  visitors: 'Visitors on the network',
  visitorsHint: 'Browsers that clicked there within the window',
  model: 'Matching model',
  modelHint: 'Date of the statistics behind the points',
  corrected: (shipped: string, own: string) =>
    `${shipped}, corrected with this server’s installs until ${own}`,
  noted: 'Also noted',
} as const

/** Notes of the decision, in words; those that are missing here have a fact of their own. */
export const notes: Readonly<Record<string, string>> = {
  invalid_token: 'The click token was not genuine and was ignored',
  shared_range: 'Unrelated people share this network, for example of a company or a VPN',
  installed_before_click: 'The app was installed more than 24 hours before the click',
  shared_ipv6_address: 'Several people share the exact IPv6 address',
  another_visitor_of_the_link: 'Another visitor on the network clicked the same link',
}

export const deliveriesOfInstall = {
  title: 'Webhook deliveries',
  none: 'None: no webhook was subscribed, or they are older than their retention.',
  unmatched: 'None: webhooks get matched installs only.',
  webhook: (id: number) => `Webhook ${id}`,
} as const

export const erase = {
  action: 'Erase personal data',
  title: 'Erase the personal data of this install?',
  text: 'Removes what is stored about the person behind this one install: the clicks that it used, their device reports, the match, and the content of its deliveries. Waiting deliveries are canceled.',
  stays:
    'The install stays in the list, without data and not matched. Other installs and other clicks of the same person are not touched. A receipt without personal data is kept. This cannot be undone.',
  word: 'erase',
  done: 'The personal data is erased',
} as const

export const signalNames: Readonly<Record<string, string>> = {
  model: 'Phone model',
  screen: 'Screen',
  os_version: 'System version',
  time_zone: 'Time zone',
  language: 'Language',
  region: 'Region',
  address: 'Exact IPv6 address',
  install_time: 'Order',
}

export const signalHints: Readonly<Record<string, string>> = {
  model: 'The name of the phone model. Only browsers on Android report it.',
  screen: 'Width and height in points. Browser and app of one phone report the same.',
  os_version: 'The version of iOS or Android. Browsers of iOS 26 hide theirs.',
  time_zone: 'The time zone set on the phone.',
  language: 'The preferred languages.',
  region: 'The country of the language, such as Austria for German (Austria).',
  address:
    'All clicks come from the network of the install. With IPv6, each phone there usually has an address of its own.',
  install_time: 'Whether the installation began after the click.',
}

/** Signals whose values are a sentence about both. */
export const signalSentences: Readonly<Record<string, Partial<Record<Signal['outcome'], string>>>> =
  {
    region: { agrees: 'the same region', differs: 'another region' },
    address: { agrees: 'the same address', differs: 'another address on the same network' },
    install_time: { agrees: 'click first, then install', differs: 'installed before the click' },
  }

/** What became of a click: compared, or why not. */
export const outcomes: Readonly<Record<string, { short: string; text?: string }>> = {
  compared: { short: 'compared' },
  embedded: {
    short: 'not opened by a person',
    text: 'Loaded inside another page, such as a frame or a preview.',
  },
  recorded_by_app: {
    short: 'opened by the app',
    text: 'The app was already installed and opened the link itself, so the click led to no install.',
  },
  consumed: {
    short: 'used already',
    text: 'Another install was matched to the click before. One click explains one install.',
  },
  other_platform: {
    short: 'another platform',
    text: 'Clicked on another system than the install, for example on a computer.',
  },
  outside_window: {
    short: 'too old',
    text: 'Older than the window in the attribution settings.',
  },
  no_landing_page: {
    short: 'landing page not loaded',
    text: 'The link redirected without its landing page, or the page was closed before it loaded. There was nothing to compare.',
  },
  other_address: {
    short: 'another network',
    text: 'Clicked over another network than the install: by somebody else, or by the same person on mobile data instead of Wi-Fi.',
  },
  other_link: { short: 'another link', text: 'The install named another link.' },
  other_source: {
    short: 'another source',
    text: 'The click does not carry the ad click id or the source that Google Play named.',
  },
  other_device: { short: 'another device', text: 'A signal of the device differs.' },
  installed_before: {
    short: 'app was there before',
    text: 'The app was installed more than 24 hours before the click.',
  },
  crowded_address: {
    short: 'crowded network',
    text: 'More people clicked on this network than signals can tell apart.',
  },
  not_considered: {
    short: 'not needed',
    text: 'Another step decided, so the click was not compared.',
  },
  none: { short: 'no reason recorded' },
}

/** The system of a visitor; installs have only the first two. */
export const clickPlatforms: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  desktop: 'Computer',
  other: 'Other system',
}

/** The verdict on a click that was compared. */
export const verdicts: Readonly<Record<string, string>> = {
  claimed: 'matched',
  superseded: 'older click of the same visitor',
  not_chosen: 'not chosen',
}
