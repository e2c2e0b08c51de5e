import type { Tag } from '../http/route.js'
import type { Guide } from './guides.js'

type OwnTag = Tag | 'Operations'

/** In the order of the API reference: what a tag groups, and the guide to read first. */
const TAGS: Record<OwnTag, { description: string; guide?: string }> = {
  Overview: {
    description: 'The numbers of the whole project, and what to do next.',
    guide: 'first-hour',
  },
  Links: {
    description: 'Short links: create and change them, count their clicks, draw QR codes.',
    guide: 'first-hour',
  },
  Campaigns: {
    description: 'Groups of links that share a name and UTM values.',
  },
  Attribution: {
    description: 'Reports of installs, the clicks they are matched to, and why.',
    guide: 'test-deferred-links',
  },
  Webhooks: {
    description: 'Your URLs that receive events, and the secrets that sign them.',
    guide: 'receive-webhooks',
  },
  Deliveries: {
    description: 'Events on their way to a webhook: attempts, resends and replays.',
    guide: 'receive-webhooks',
  },
  Projects: {
    description: 'Settings of the project, and the hosts of its links.',
    guide: 'first-hour',
  },
  Domains: {
    description: 'Custom domains that serve the project’s links, proved by a TXT record.',
  },
  'App association': {
    description: 'The files that let phones open links in your apps.',
    guide: 'association-files',
  },
  Tokens: {
    description: 'Admin tokens, which manage the project, and their abilities.',
  },
  Members: {
    description: 'Who may see and manage the project in the panel, and invitations to it.',
  },
  'Audit log': {
    description: 'Who changed what, and when.',
  },
  Account: {
    description: 'The sign-in to the panel, and the own account. These routes need no project key.',
  },
  Users: {
    description: 'All users of the installation, for its administrators.',
  },
  System: {
    description: 'The state of the installation, for its administrators.',
  },
  Privacy: {
    description: 'Erasure of personal data on request, with a receipt.',
    guide: 'app-store-privacy',
  },
  Operations: {
    description: 'Health, metrics and documents of the service, without credentials of a project.',
  },
}

/** The tags of the document, each with a link to its guide if the release has it. */
export function describeTags(guides: readonly Guide[]) {
  return Object.entries(TAGS).map(([name, { description }]) => ({
    name,
    description,
    ...guideOf(name as OwnTag, guides),
  }))
}

/** The link from an operation or a tag to its guide; empty if the release does not have it. */
export function guideOf(tag: OwnTag, guides: readonly Guide[]) {
  const guide = guides.find(({ name }) => name === TAGS[tag].guide)
  if (guide === undefined) return {}
  return { externalDocs: { description: `Guide: ${guide.title}`, url: guidePath(guide.name) } }
}

export function guidePath(name: string): string {
  return `/docs/guides/${name}`
}
