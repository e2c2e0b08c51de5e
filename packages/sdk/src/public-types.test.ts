import { describe, expect, it } from '@jest/globals'
import type {
  Adapters,
  AttributionResult,
  Campaign,
  CampaignForm,
  CampaignStats,
  CampaignStatus,
  CreateCampaignForm,
  CreateDynalinkForm,
  DynalinkEvent,
  InstallReferrer,
  LinkEventSource,
  LinkForm,
  ThroughlineErrorCode,
  ThroughlineOptions,
} from './index.js'
import { Throughline, ThroughlineError } from './index.js'

// The compiler checks these assertions; nothing runs.

/**
 * Two functions are assignable only if their conditions are identical. This distinguishes `readonly` and `any`. With a
 * named type, the compiler would compare only the type arguments.
 */
type IsSame<One, Other> =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the parameter is what is compared
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** Compiles only if the two types are identical. */
function same<One, Other>(...proof: IsSame<One, Other> extends true ? [] : ['not the same']): void {
  expect(proof).toEqual([])
}

/** Code that must compile, except where marked. It never runs. */
function compiles(code: (throughline: Throughline, options: ThroughlineOptions) => unknown): void {
  expect(code).toBeInstanceOf(Function)
}

interface ClickIds {
  readonly gclid: string | null
  readonly gbraid: string | null
  readonly fbclid: string | null
  readonly fbclidCapturedAt: Date | null
  readonly ttclid: string | null
  readonly twclid: string | null
  readonly liFatId: string | null
}

interface Utm {
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
}

/** The properties of a type, however it is composed. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] }

describe('link events', () => {
  it('have these fields: null where absent, times as Dates', () => {
    interface Fields extends ClickIds, Utm {
      readonly actualUrl: string
      readonly campaignId: number | null
      readonly campaignName: string | null
      readonly attributedAt: Date | null
      readonly source: LinkEventSource
      readonly code: string | null
      readonly hasCampaign: boolean
      readonly hasClickIds: boolean
    }
    same<Flat<DynalinkEvent>, Flat<Fields>>()
    same<LinkEventSource, 'loading_page' | 'verified_link' | 'install'>()
  })

  it('are read-only', () => {
    compiles((throughline) =>
      throughline.dynamicLinkStream.subscribe((event) => {
        // @ts-expect-error: read-only
        event.actualUrl = ''
        // @ts-expect-error: read-only
        event.hasCampaign = true
      }),
    )
  })

  it('are passed to a listener; subscribing returns the function that removes it', () => {
    same<
      Throughline['dynamicLinkStream']['subscribe'],
      (listener: (event: DynalinkEvent) => void) => () => void
    >()
    compiles((throughline) => {
      // @ts-expect-error: a listener takes an event, not a URL
      throughline.dynamicLinkStream.subscribe((url: string) => url)
    })
  })
})

describe('initialize', () => {
  it('returns the client synchronously, and can be awaited', () => {
    same<ReturnType<typeof Throughline.initialize>, Throughline>()
    same<Throughline['ready'], Promise<void>>()
    same<Awaited<ReturnType<typeof Throughline.initialize>>, Throughline>()
  })

  it('requires key, project, address and adapters, and accepts no unknown option', () => {
    type Required = {
      [Name in keyof ThroughlineOptions]-?: object extends Pick<ThroughlineOptions, Name>
        ? never
        : Name
    }[keyof ThroughlineOptions]
    same<Required, 'publicKey' | 'projectId' | 'baseUrl' | 'adapters'>()
    compiles((_throughline, { adapters, ...options }) => {
      // @ts-expect-error: without adapters
      Throughline.initialize(options)
      // @ts-expect-error: one domain is a list of one
      Throughline.initialize({ ...options, adapters, customDomains: 'go.acme.com' })
      // @ts-expect-error: no such option
      Throughline.initialize({ ...options, adapters, secret: 'x' })
    })
  })

  it('is the only way to make a client', () => {
    compiles((_throughline, options) => {
      // @ts-expect-error: the constructor is private
      return new Throughline(options)
    })
  })
})

it('the last known values are strings, the campaign is a number, and all are null before the first link', () => {
  type TextGetter = () => Promise<string | null>
  same<Throughline['getLastGclid'], TextGetter>()
  same<Throughline['getLastGbraid'], TextGetter>()
  same<Throughline['getLastFbclid'], TextGetter>()
  same<Throughline['getLastTtclid'], TextGetter>()
  same<Throughline['getLastTwclid'], TextGetter>()
  same<Throughline['getLastLiFatId'], TextGetter>()
  same<Throughline['getLastCampaignId'], () => Promise<number | null>>()
})

it('install id and fingerprint are strings, null where they are unknown', () => {
  same<Throughline['getInstallId'], () => Promise<string | null>>()
  same<Throughline['getFingerprint'], () => Promise<string | null>>()
})

it('an attribution is a result or null; a result is matched and has its code and time', () => {
  interface Fields extends ClickIds, Utm {
    readonly matched: true
    readonly dynaCode: string
    readonly campaignId: number | null
    readonly campaignName: string | null
    readonly attributedAt: Date
  }
  same<Flat<AttributionResult>, Flat<Fields>>()
  same<Throughline['getAttributionByCode'], (code: string) => Promise<AttributionResult | null>>()
  same<
    Throughline['getAttributionByFingerprint'],
    (fingerprint: string) => Promise<AttributionResult | null>
  >()
})

describe('forms', () => {
  it('accept these fields for a link and return a short URL', () => {
    same<
      CreateDynalinkForm,
      {
        readonly url?: string
        readonly isDeepLink?: boolean
        readonly iosUrl?: string
        readonly androidUrl?: string
        readonly fallbackUrl?: string
        readonly campaignId?: number
        readonly socialTitle?: string
        readonly socialDescription?: string
        readonly socialImage?: string
      }
    >()
    same<LinkForm, CreateDynalinkForm>()
    same<Throughline['createShortenedLink'], (form: CreateDynalinkForm) => Promise<string>>()
    compiles((throughline) => {
      // @ts-expect-error: an id is a number
      void throughline.createShortenedLink({ url: 'https://shop.example', campaignId: '7' })
      // @ts-expect-error: names are not those of the wire
      void throughline.createShortenedLink({ url: 'https://shop.example', ios_url: 'x' })
    })
  })

  it('require, for a campaign, a name to create, any field to update, null to clear', () => {
    same<
      CreateCampaignForm,
      {
        readonly name: string
        readonly status?: CampaignStatus
        readonly description?: string | null
        readonly utmSource?: string | null
        readonly utmMedium?: string | null
        readonly utmCampaign?: string | null
        readonly utmTerm?: string | null
        readonly utmContent?: string | null
        readonly startDate?: Date | null
        readonly endDate?: Date | null
      }
    >()
    same<CampaignForm, CreateCampaignForm>()
    same<CampaignStatus, 'draft' | 'active' | 'paused' | 'archived'>()
    compiles((throughline) => {
      void throughline.updateCampaign(7, { utmSource: null })
      // @ts-expect-error: without a name
      void throughline.createCampaign({ utmSource: 'mail' })
      // @ts-expect-error: a name cannot be cleared
      void throughline.updateCampaign(7, { name: null })
      // @ts-expect-error: no such status
      void throughline.updateCampaign(7, { status: 'done' })
      // @ts-expect-error: a day is a Date
      void throughline.updateCampaign(7, { startDate: '2026-03-01' })
    })
  })
})

it('campaigns are returned as records with times as Dates', () => {
  interface Fields extends Utm {
    readonly id: number
    readonly name: string
    readonly status: CampaignStatus
    readonly description: string | null
    readonly startDate: Date | null
    readonly endDate: Date | null
    readonly createdAt: Date
    readonly updatedAt: Date
  }
  same<Flat<Campaign>, Flat<Fields>>()
  same<
    CampaignStats,
    {
      readonly totalClicks: number
      readonly clicksPerDay: readonly { readonly date: Date; readonly count: number }[]
    }
  >()
  same<Throughline['getCampaigns'], (status?: CampaignStatus) => Promise<Campaign[]>>()
  same<Throughline['getCampaign'], (id: number) => Promise<Campaign>>()
  same<Throughline['getCampaignStats'], (id: number, days?: number) => Promise<CampaignStats>>()
  same<Throughline['createCampaign'], (form: CreateCampaignForm) => Promise<Campaign>>()
  same<
    Throughline['updateCampaign'],
    (id: number, form: Partial<CreateCampaignForm>) => Promise<Campaign>
  >()
  same<Throughline['deleteCampaign'], (id: number) => Promise<void>>()
})

it('an error has one of these codes and the details of the response', () => {
  same<
    ThroughlineErrorCode,
    | 'bad_options'
    | 'no_connection'
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'gone'
    | 'conflict'
    | 'invalid'
    | 'rate_limited'
    | 'unavailable'
    | 'refused'
  >()
  same<ThroughlineError['code'], ThroughlineErrorCode>()
  same<ThroughlineError['status'], number | null>()
  same<ThroughlineError['requestId'], string | null>()
  same<ThroughlineError['fields'], Readonly<Record<string, readonly string[]>> | null>()
  compiles(() => {
    const error = new ThroughlineError('no_connection', 'No connection')
    // @ts-expect-error: no such code
    return error.code === 'offline'
  })
})

describe('adapters', () => {
  it('may omit referrer, clipboard, fetch and runtime, and nothing else', () => {
    type Optional = {
      [Name in keyof Adapters]-?: object extends Pick<Adapters, Name> ? Name : never
    }[keyof Adapters]
    same<Optional, 'installReferrer' | 'clipboard' | 'fetch' | 'runtime'>()
  })

  it('may be custom, synchronous or asynchronous', () => {
    const byHand: Adapters = {
      storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
      links: { getInitialUrl: () => null, subscribe: () => () => undefined },
      device: { getDevice: () => Promise.resolve({ platform: 'ios', osVersion: '17.4' }) },
    }
    compiles((_throughline, options) => Throughline.initialize({ ...options, adapters: byHand }))
    compiles((_throughline, options) =>
      Throughline.initialize({
        ...options,
        // @ts-expect-error: there is no other platform
        adapters: { ...byHand, device: { getDevice: () => ({ platform: 'web' }) } },
      }),
    )
  })

  it('may return the referrer of Play as text, or with its times in seconds', () => {
    same<
      InstallReferrer,
      {
        readonly referrer: string | null
        readonly installBeginAt?: number
        readonly clickAt?: number
      }
    >()
    const sources: Adapters['installReferrer'][] = [
      { getInstallReferrer: () => Promise.resolve('dyna_code=SHOES') },
      { getInstallReferrer: () => Promise.resolve({ referrer: null, installBeginAt: 1772357400 }) },
      { getInstallReferrer: () => Promise.resolve(null) },
      // @ts-expect-error: a time is a number of seconds
      { getInstallReferrer: () => Promise.resolve({ referrer: null, clickAt: new Date() }) },
    ]
    expect(sources).toHaveLength(4)
  })

  it('accept fetch of the browser and of React Native', () => {
    compiles((_throughline, options) =>
      Throughline.initialize({ ...options, adapters: { ...options.adapters, fetch } }),
    )
  })
})
