import type { NearMiss } from '../api/types.js'

export const installs = {
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
  of: (link: string) => `Link: ${link}`,
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
  time: 'Time',
  timeOf: 'Clicks before this install, by time',
  compared: 'Comparison',
  comparedText: 'Signals that agree add points, signals that differ subtract them.',
  decision: 'Decision',
  decisionOf: 'Probability that the install belongs to each click',
  steps: 'Steps',
  picture: 'How it was decided',
  asTable: 'Clicks before this install',
  near: 'Near misses',
  nearText: 'Clicks before this install that were not compared, and why.',
  nearSlow: 'Reading the clicks before this install took too long. Reload the page to try again.',
  lookedAt: (count: string, time: string) =>
    count === '1'
      ? `One click was looked at, back to ${time}.`
      : `${count} clicks were looked at, back to ${time}.`,
  lookedAtNone: (time: string) => `No link of this project was clicked since ${time}.`,
  older: 'earlier',
  whyNot: 'Why not',
  legend: {
    winner: 'Matched',
    other: 'Compared',
    near: 'Near miss, not compared',
  },
  install: 'Install',
  window: (text: string) => `Window: ${text}`,
  before: (text: string) => `${text} before`,
  several: (count: number, newest: string, oldest: string) =>
    newest === oldest
      ? `${count} clicks, ${newest} before`
      : `${count} clicks, ${newest} to ${oldest} before`,
  best: 'Best candidate',
  runnerUp: 'Runner-up',
  agrees: 'agrees',
  differs: 'differs',
  not_comparable: 'not comparable',
  points: (points: string, most: string) => `${points} of ${most}`,
  total: 'Total',
  probability: 'Probability',
  none: 'None of them',
  threshold: 'Needed',
  click: 'Click',
  verdict: 'Verdict',
  age: 'Age',
  noCandidates: 'No click could be compared with this install.',
  noCandidatesText:
    'A click is compared if it came from the same address and platform, inside the window, with its landing page seen.',
  kept: (date: string) =>
    `The comparison is kept for seven days and was deleted on ${date}. The sentence and the reason stay.`,
  keptUntil: (date: string) => `The comparison is kept until ${date}.`,
  noConsent: 'Without consent nothing about the device is stored or compared.',
  deliveries: 'Deliveries',
  noDeliveries: 'No webhook was subscribed, or the deliveries are older than their retention.',
  facts: 'Install',
  id: 'Install id',
  installedAt: 'Installed',
  decidedAt: 'Decided',
  matchedLink: 'Link',
  confidence: 'Confidence',
  model: 'Model',
  notes: 'Notes',
  clickIds: 'Click ids of the click',
  referrerIds: 'From the install referrer',
  support: 'Copy for support',
  supportHint: 'Text without identifiers',
  erase: 'Erase',
  eraseTitle: 'Erase this install?',
  eraseText:
    'Its click, device report, match and payloads are removed permanently, and waiting deliveries are canceled. A receipt without personal data stays. This cannot be undone.',
  eraseConfirm: (word: string) => `Type ${word} to confirm`,
  eraseWord: 'erase',
  erased: 'The install is erased',
  today: 'today',
} as const

/** The rungs, in the order in which they are tried. */
export const ladder = [
  ['consent', 'Consent'],
  ['token', 'Verified token'],
  ['code', 'Code of a link'],
  ['source', 'Another source'],
  ['signals', 'Signals'],
] as const

export const signalNames: Readonly<Record<string, string>> = {
  model: 'Device model',
  screen: 'Screen',
  os_version: 'OS version',
  time_zone: 'Time zone',
  language: 'Language',
  region: 'Region',
  address: 'Complete IP address',
  install_time: 'Time to install',
}

export const verdicts: Readonly<Record<string, string>> = {
  claimed: 'matched',
  superseded: 'older click of the same visitor',
  not_chosen: 'not chosen',
  not_considered: 'not considered',
  other_address: 'other address',
  other_platform: 'other platform',
  other_link: 'other link',
  other_source: 'other source',
  other_device: 'other device',
  recorded_by_app: 'recorded by an app',
  installed_before: 'after the install',
  consumed: 'used already',
  outside_window: 'outside the window',
  crowded_address: 'crowded address',
}

/** What kept a click from being compared. */
export const whyNot: Readonly<
  Record<NearMiss['why_not'][number], { short: string; text: string }>
> = {
  embedded: {
    short: 'inside another page',
    text: 'The link was loaded inside another page, such as a frame or a preview, and not opened by a person.',
  },
  recorded_by_app: {
    short: 'recorded by an app',
    text: 'The app was already installed and opened the link itself, so this click led to no install.',
  },
  consumed: {
    short: 'used already',
    text: 'Another install was matched to this click before. One click explains one install.',
  },
  other_platform: {
    short: 'other platform',
    text: 'The click came from another system than the install, for example from a computer.',
  },
  outside_window: {
    short: 'outside the window',
    text: 'The click is older than the window in the attribution settings.',
  },
  no_landing_page: {
    short: 'landing page not seen',
    text: 'The link redirected without its landing page, or the page was closed before it loaded. There was nothing to compare.',
  },
  other_address: {
    short: 'other address',
    text: 'The click came over another network than the install, for example Wi-Fi instead of mobile data.',
  },
}

export const advices: Readonly<Record<string, string>> = {
  consent_missing:
    'The project requires consent. Pass it to the SDK as soon as the user has decided; the install is then decided anew.',
  consent_refused:
    'Nothing: the user said no. If they change their mind, the SDK reports again and the install is decided anew.',
  wrong_project:
    'The app sends the key of another project than the one whose link was clicked. Compare the project key in the app with the link’s project.',
  already_consumed:
    'One click explains one install. A reinstall on the same device, or a second device with the same link, needs a separate click.',
  expired:
    'The click is older than the window. If people take longer from click to first open, widen it in the attribution settings.',
  other_source:
    'The store says that another network brought this install. Check whether the ad should have used your link.',
  installed_before_click:
    'The app was on the phone before the click. This is a return, not a new install.',
  no_candidate:
    'Open the link on the same phone and network as the install, in a browser, and let the landing page load. On Android the Play referrer works over networks.',
  ambiguous:
    'Several people behind one address clicked at about the same time. Only a Play referrer or, on iOS, the clipboard can distinguish them.',
  below_threshold:
    'The device that clicked looks too different from the one that installed. Check whether the right click is among the near misses, and why it was not compared. A lower minimum confidence helps only if the probability is just below it.',
}
