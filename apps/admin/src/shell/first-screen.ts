import { queryClient } from '../api/query-client.js'
import type { Me, Membership } from '../api/session.js'
import { setupQuery } from '../api/setup.js'
import { openProject } from './project-context.js'

/** Where the panel opens: the last project, otherwise sample data, which shows what the screens are for. */
export async function firstScreen(me: Me) {
  const { memberships } = me
  const last = localStorage.getItem('throughline-project')
  const project =
    memberships.find(({ prefix }) => prefix === last) ??
    memberships.find((one) => one.is_sample) ??
    memberships[0]
  return project === undefined ? null : { prefix: project.prefix, to: await screenOf(me, project) }
}

/** Before the first click or delivery the overview is empty. */
async function screenOf(me: Me, { prefix }: Membership) {
  const context = openProject(me, prefix)
  if (context === null) return '/p/$prefix/overview'
  try {
    const { click, delivery } = await queryClient.query({ ...setupQuery(context), retry: false })
    return click.done || delivery.done ? '/p/$prefix/overview' : '/p/$prefix/first-steps'
  } catch {
    return '/p/$prefix/overview'
  }
}
