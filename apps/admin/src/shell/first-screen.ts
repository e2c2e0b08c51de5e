import { queryClient } from '../api/query-client.js'
import type { Me, Membership } from '../api/session.js'
import { setupQuery } from '../api/setup.js'
import { openProject } from './project-context.js'

/** Where a project opens: the overview is empty until something was clicked or delivered. */
export async function firstScreen(me: Me, { prefix }: Membership) {
  const context = openProject(me, prefix)
  if (context === null) return '/p/$prefix/overview'
  try {
    const { click, delivery } = await queryClient.query({ ...setupQuery(context), retry: false })
    return click.done || delivery.done ? '/p/$prefix/overview' : '/p/$prefix/first-steps'
  } catch {
    return '/p/$prefix/overview'
  }
}
