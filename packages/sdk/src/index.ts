export { Throughline } from './throughline.js'
export { ThroughlineError, type FieldErrors, type ThroughlineErrorCode } from './errors.js'
export type { DynalinkEvent, DynamicLinkStream, LinkEventSource } from './link-event.js'
export type { Logger, ThroughlineOptions } from './options.js'
export type {
  AttributionResult,
  Campaign,
  CampaignForm,
  CampaignStats,
  CampaignStatus,
  CreateCampaignForm,
  CreateDynalinkForm,
  LinkForm,
} from './records.js'
export type {
  Adapters,
  ClipboardSource,
  Device,
  DeviceSource,
  Fetch,
  FetchInit,
  FetchResponse,
  InstallReferrer,
  InstallReferrerSource,
  KeyValueStorage,
  LinkSource,
  Runtime,
} from './adapters.js'
