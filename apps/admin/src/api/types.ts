import type { components, paths } from './schema.js'

type Schemas = components['schemas']

type Answer<
  Path extends keyof paths,
  Method extends keyof paths[Path],
  Status extends number = 200,
> = paths[Path][Method] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>
}
  ? Body
  : never

export type LinkPreview = Schemas['LinkPreview']
export type LinkPage = Answer<'/api/links', 'get'>
export type Link = LinkPage['data'][number]
export type CampaignPage = Answer<'/api/campaigns', 'get'>
export type Campaign = CampaignPage['data'][number]
export type Stats = Answer<'/api/campaigns/{id}/stats', 'get'>
export type Click = Schemas['ListedClick']
export type Install = Schemas['ListedInstall']
export type System = Schemas['System']
export type ProjectSummary = Schemas['ProjectSummary']
export type Overview = Schemas['Overview']
export type Setup = Schemas['Setup']
export type Explanation = Schemas['InstallExplanation']
export type Candidate = Schemas['CandidateClick']
export type Signal = Schemas['ComparedSignal']
export type NearMisses = NonNullable<Explanation['near']>
export type NearMiss = NearMisses['data'][number]
export type Webhook = Schemas['Webhook']
export type ListedWebhook = Schemas['ListedWebhook']
export type Delivery = Schemas['ListedDelivery']
export type DeliveryWithAttempts = Answer<'/api/deliveries/{id}', 'get'>
export type ReplayRecord = Schemas['Replay']
export type Attempt = Schemas['DeliveryAttempt']
export type Project = Schemas['Project']
export type Domain = Schemas['Domain']
export type Token = Schemas['Token']
export type Member = Schemas['Member']
export type Invitation = Schemas['Invitation']
export type AuditEntry = Schemas['AuditEntry']
export type Session = Schemas['Session']
export type User = Schemas['User']
export type Role = Member['role']
export type Apps = Answer<'/api/project/apps', 'get'>
export type AssociationFile = Answer<'/api/project/asset-links', 'get'>
export type ServedFile = Schemas['ServedFiles']['files'][number]
export type Found = Schemas['Found']
