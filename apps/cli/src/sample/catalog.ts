/** The content of the sample project: a fictional shop and the sources of its visitors. */

export interface SampleCampaign {
  name: string
  status: 'active' | 'archived'
  utmSource: string
  utmMedium: string
  utmCampaign: string
  description: string
}

export const CAMPAIGNS = [
  {
    name: 'Autumn sale',
    status: 'active',
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'autumn-sale',
    description: 'Search and display ads for the sale',
  },
  {
    name: 'Creators',
    status: 'active',
    utmSource: 'instagram',
    utmMedium: 'social',
    utmCampaign: 'creators',
    description: 'One link for each creator, to compare them',
  },
  {
    name: 'Sneaker launch',
    status: 'archived',
    utmSource: 'tiktok',
    utmMedium: 'paid_social',
    utmCampaign: 'sneaker-launch',
    description: 'Three weeks of videos',
  },
  {
    name: 'Newsletter',
    status: 'active',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'weekly',
    description: 'Every Thursday',
  },
] as const satisfies readonly SampleCampaign[]

/** The source of a link's clicks. It determines referrer, browser and click id. */
export type Channel = 'search' | 'instagram' | 'tiktok' | 'email' | 'web' | 'print'

export interface SampleLink {
  code: string
  name: string
  campaign: (typeof CAMPAIGNS)[number]['name'] | null
  channel: Channel
  path: string
  tags: string[]
  /** Clicks on an average day. */
  clicksPerDay: number
  /** The probability that a click on a phone leads to an install. */
  installRate: number
  /** Days before today: clicks begin on the first day and end before the last. */
  days: readonly [first: number, last: number]
}

const ALWAYS = [90, -1] as const

export const LINKS: readonly SampleLink[] = [
  {
    code: 'AUTUMN',
    name: 'Autumn sale, search',
    campaign: 'Autumn sale',
    channel: 'search',
    path: '/sale',
    tags: ['sale', 'ads'],
    clicksPerDay: 20,
    installRate: 0.11,
    days: [48, -1],
  },
  {
    code: 'AUTUMN-D',
    name: 'Autumn sale, display',
    campaign: 'Autumn sale',
    channel: 'web',
    path: '/sale',
    tags: ['sale', 'ads'],
    clicksPerDay: 10,
    installRate: 0.05,
    days: [48, -1],
  },
  {
    code: 'MIRA',
    name: 'Creator Mira',
    campaign: 'Creators',
    channel: 'instagram',
    path: '/creators/mira',
    tags: ['creator'],
    clicksPerDay: 16,
    installRate: 0.13,
    days: ALWAYS,
  },
  {
    code: 'JONAS',
    name: 'Creator Jonas',
    campaign: 'Creators',
    channel: 'instagram',
    path: '/creators/jonas',
    tags: ['creator'],
    clicksPerDay: 9,
    installRate: 0.08,
    days: [76, -1],
  },
  {
    code: 'LEILA',
    name: 'Creator Leila',
    campaign: 'Creators',
    channel: 'tiktok',
    path: '/creators/leila',
    tags: ['creator'],
    clicksPerDay: 7,
    installRate: 0.1,
    days: [33, -1],
  },
  {
    code: 'SNEAKER',
    name: 'Sneaker launch',
    campaign: 'Sneaker launch',
    channel: 'tiktok',
    path: '/sneakers/aero',
    tags: ['launch', 'ads'],
    clicksPerDay: 35,
    installRate: 0.09,
    days: [74, 53],
  },
  {
    code: 'NEWS',
    name: 'Newsletter header',
    campaign: 'Newsletter',
    channel: 'email',
    path: '/new',
    tags: ['email'],
    clicksPerDay: 8,
    installRate: 0.07,
    days: ALWAYS,
  },
  {
    code: 'NEWS-APP',
    name: 'Newsletter, get the app',
    campaign: 'Newsletter',
    channel: 'email',
    path: '/app',
    tags: ['email'],
    clicksPerDay: 4,
    installRate: 0.24,
    days: ALWAYS,
  },
  {
    code: 'BANNER',
    name: 'Banner on the website',
    campaign: null,
    channel: 'web',
    path: '/app',
    tags: ['website'],
    clicksPerDay: 13,
    installRate: 0.17,
    days: ALWAYS,
  },
  {
    code: 'STORE',
    name: 'QR code in the stores',
    campaign: null,
    channel: 'print',
    path: '/app',
    tags: ['print'],
    clicksPerDay: 7,
    installRate: 0.31,
    days: ALWAYS,
  },
  {
    code: 'PARCEL',
    name: 'QR code in parcels',
    campaign: null,
    channel: 'print',
    path: '/welcome',
    tags: ['print'],
    clicksPerDay: 4,
    installRate: 0.22,
    days: [61, -1],
  },
]

/** Values with their relative frequencies. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[]

export const COUNTRIES: Weighted<string> = [
  ['DE', 40],
  ['AT', 12],
  ['CH', 10],
  ['FR', 10],
  ['NL', 8],
  ['GB', 8],
  ['US', 6],
  ['PL', 4],
  ['ES', 2],
]

export const IOS_VERSIONS: Weighted<string> = [
  ['26.1', 42],
  ['26.0', 16],
  ['18.6', 26],
  ['18.5', 7],
  ['17.7', 9],
]

export const ANDROID_VERSIONS: Weighted<string> = [
  ['16', 28],
  ['15', 34],
  ['14', 22],
  ['13', 16],
]

export const IOS_SCREENS: Weighted<readonly [width: number, height: number]> = [
  [[390, 844], 34],
  [[393, 852], 30],
  [[402, 874], 18],
  [[430, 932], 18],
]

export const ANDROID_MODELS: Weighted<string> = [
  ['Pixel 8', 20],
  ['Pixel 9a', 14],
  ['SM-S921B', 34],
  ['SM-A556B', 32],
]

export const SDK_VERSIONS: Weighted<string> = [
  ['0.1.0', 84],
  ['0.0.9', 16],
]

interface ChannelTraits {
  platforms: Weighted<'ios' | 'android' | 'desktop'>
  referrer: string | null
  /** The in-app browser that replaces the platform's browser. */
  inApp: string | null
  utmSource: string | null
  clickId: 'gclid' | 'fbclid' | 'ttclid' | null
}

const PHONES = (ios: number, android: number, desktop: number) =>
  [
    ['ios', ios],
    ['android', android],
    ['desktop', desktop],
  ] as const

export const CHANNELS: Readonly<Record<Channel, ChannelTraits>> = {
  search: {
    platforms: PHONES(41, 43, 16),
    referrer: 'https://www.google.com/',
    inApp: null,
    utmSource: 'google',
    clickId: 'gclid',
  },
  instagram: {
    platforms: PHONES(58, 40, 2),
    referrer: 'https://l.instagram.com/',
    inApp: 'instagram (in-app)',
    utmSource: 'instagram',
    clickId: 'fbclid',
  },
  tiktok: {
    platforms: PHONES(49, 50, 1),
    referrer: 'https://www.tiktok.com/',
    inApp: 'tiktok (in-app)',
    utmSource: 'tiktok',
    clickId: 'ttclid',
  },
  email: {
    platforms: PHONES(44, 31, 25),
    referrer: null,
    inApp: null,
    utmSource: 'newsletter',
    clickId: null,
  },
  web: {
    platforms: PHONES(36, 34, 30),
    referrer: 'https://shop.example.com/',
    inApp: null,
    utmSource: 'website',
    clickId: null,
  },
  print: {
    platforms: PHONES(54, 46, 0),
    referrer: null,
    inApp: null,
    utmSource: 'qr',
    clickId: null,
  },
}

/** Deliveries go to the discard port of this machine, so no sample data leaves it. */
export const WEBHOOKS = [
  { name: 'CRM', url: 'http://localhost:9/crm', description: 'Welcomes new customers' },
  { name: 'Warehouse', url: 'http://localhost:9/warehouse', description: 'Loads the reports' },
] as const
