import type { Weighted } from '../weighted.js'

export interface Culture {
  country: string
  iosShare: number
  timeZones: Weighted<string>
  /** As apps report them, the preferred one first. */
  languages: Weighted<readonly string[]>
}

/** Assumed: a service with most users in Europe and America, and some in Asia. */
export const CULTURES: Weighted<Culture> = [
  [
    {
      country: 'US',
      iosShare: 0.57,
      timeZones: [
        ['America/New_York', 46],
        ['America/Chicago', 29],
        ['America/Los_Angeles', 18],
        ['America/Denver', 7],
      ],
      languages: [
        [['en-US'], 82],
        [['es-US', 'en-US'], 9],
        [['en-US', 'es-MX'], 6],
        [['en-US', 'zh-Hans-US'], 3],
      ],
    },
    24,
  ],
  [
    place({
      country: 'GB',
      iosShare: 0.5,
      timeZone: 'Europe/London',
      languages: [
        [['en-GB'], 90],
        [['en-GB', 'pl-GB'], 5],
        [['en-GB', 'ur-PK'], 5],
      ],
    }),
    12,
  ],
  [
    place({
      country: 'DE',
      iosShare: 0.36,
      timeZone: 'Europe/Berlin',
      languages: [
        [['de-DE'], 70],
        [['de-DE', 'en-US'], 18],
        [['en-US', 'de-DE'], 6],
        [['tr-DE', 'de-DE'], 6],
      ],
    }),
    16,
  ],
  [
    place({
      country: 'FR',
      iosShare: 0.35,
      timeZone: 'Europe/Paris',
      languages: [
        [['fr-FR'], 84],
        [['fr-FR', 'en-US'], 12],
        [['ar-FR', 'fr-FR'], 4],
      ],
    }),
    10,
  ],
  [
    place({
      country: 'ES',
      iosShare: 0.25,
      timeZone: 'Europe/Madrid',
      languages: [
        [['es-ES'], 78],
        [['ca-ES', 'es-ES'], 14],
        [['es-ES', 'en-GB'], 8],
      ],
    }),
    7,
  ],
  [
    place({
      country: 'PL',
      iosShare: 0.16,
      timeZone: 'Europe/Warsaw',
      languages: [
        [['pl-PL'], 88],
        [['pl-PL', 'en-US'], 8],
        [['uk-UA', 'pl-PL'], 4],
      ],
    }),
    6,
  ],
  [
    place({
      country: 'BR',
      iosShare: 0.18,
      timeZone: 'America/Sao_Paulo',
      languages: [
        [['pt-BR'], 92],
        [['pt-BR', 'en-US'], 8],
      ],
    }),
    9,
  ],
  [
    place({
      country: 'IN',
      iosShare: 0.06,
      timeZone: 'Asia/Kolkata',
      languages: [
        [['en-IN'], 44],
        [['en-GB'], 20],
        [['hi-IN', 'en-IN'], 20],
        [['en-US'], 16],
      ],
    }),
    9,
  ],
  [
    place({
      country: 'JP',
      iosShare: 0.6,
      timeZone: 'Asia/Tokyo',
      languages: [
        [['ja-JP'], 93],
        [['ja-JP', 'en-US'], 7],
      ],
    }),
    5,
  ],
  [
    place({
      country: 'UA',
      iosShare: 0.28,
      timeZone: 'Europe/Kyiv',
      languages: [
        [['uk-UA'], 62],
        [['uk-UA', 'en-US'], 18],
        [['ru-UA', 'uk-UA'], 20],
      ],
    }),
    2,
  ],
]

function place({ timeZone, ...rest }: Omit<Culture, 'timeZones'> & { timeZone: string }): Culture {
  return { ...rest, timeZones: [[timeZone, 1]] }
}

/** The older zone names that ICU, and so Chromium and Safari, report. Systems report the newer ones to apps. */
export const BROWSER_ZONE_NAMES: Readonly<Record<string, string>> = {
  'Asia/Kolkata': 'Asia/Calcutta',
  'Europe/Kyiv': 'Europe/Kiev',
}
