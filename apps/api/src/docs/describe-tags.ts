import type { Tag } from '../http/route.js'
import type { Guide } from './guides.js'

type OwnTag = Tag | 'Operations'

/** Tags in the order of the API reference, each with its description and the guide to read first. */
const TAGS: Record<OwnTag, { description: string; guide?: string }> = {
  Overview: {
    description: 'Statistics and setup steps of the project.',
    guide: 'first-hour',
  },
  Links: {
    description: 'Create and change short links, count their clicks and draw QR codes.',
    guide: 'first-hour',
  },
  Campaigns: {
    description: 'Campaigns group links that share a name and UTM values.',
  },
  Attribution: {
    description: 'Report installs, match them to clicks and explain the decisions.',
    guide: 'test-deferred-links',
  },
  Webhooks: {
    description: 'Manage the URLs that receive events and the secrets that sign them.',
    guide: 'receive-webhooks',
  },
  Deliveries: {
    description: 'Read, resend and replay the deliveries of events to webhooks.',
    guide: 'receive-webhooks',
  },
  Projects: {
    description: 'Manage projects, their settings and the hosts of their links.',
    guide: 'first-hour',
  },
  Domains: {
    description:
      'Manage custom domains that serve the links of the project. A TXT record proves a domain.',
  },
  'App association': {
    description: 'Manage the association files, which let phones open links in your apps.',
    guide: 'association-files',
  },
  Tokens: {
    description: 'Manage admin tokens and their abilities.',
  },
  Members: {
    description: 'Manage the users who may open the project in the panel, and invitations.',
  },
  'Audit log': {
    description: 'Read who changed what and when.',
  },
  Account: {
    description:
      'Sign in to the panel and manage the account of the signed-in user. These routes need no project key.',
  },
  Users: {
    description: 'Manage the users of the installation. Only administrators may call these routes.',
  },
  System: {
    description: 'Read the state of the installation. Only administrators may call these routes.',
  },
  Privacy: {
    description: 'Erase personal data on request and read the receipt.',
    guide: 'app-store-privacy',
  },
  Operations: {
    description:
      'Health checks, metrics and documentation of the service. These routes need no project key.',
  },
}

/** Returns the tags of the document. A tag links to its guide if the release contains the guide. */
export function describeTags(guides: readonly Guide[]) {
  return Object.entries(TAGS).map(([name, { description }]) => ({
    name,
    description,
    ...guideOf(name as OwnTag, guides),
  }))
}

/** Returns the link from an operation or a tag to its guide; empty if the release does not contain the guide. */
export function guideOf(tag: OwnTag, guides: readonly Guide[]) {
  const guide = guides.find(({ name }) => name === TAGS[tag].guide)
  if (guide === undefined) return {}
  return { externalDocs: { description: `Guide: ${guide.title}`, url: guidePath(guide.name) } }
}

export function guidePath(name: string): string {
  return `/docs/guides/${name}`
}
