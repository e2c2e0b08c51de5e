import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { queryClient } from './api/query-client.js'
import { isSignedOut, meQuery } from './api/session.js'
import { NotFound, RouteError } from './shell/route-error.js'
import { parseSearch, searchOf, stringifySearch } from './router-search.js'

/** If a file is missing, the router loads the page again once. That must not happen while the server is away. */
const lazyScreen: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => importer().catch(reportMissing), name)

async function reportMissing(error: unknown): Promise<never> {
  const isThere = await fetch('/livez').then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere && error instanceof Error) throw error
  const text = error instanceof Error ? error.message : String(error)
  throw new Error(`A file of this screen is missing. ${text}`, { cause: error })
}

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: RouteError })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: searchOf('next', 'problem'),
  component: lazyScreen(() => import('./screens/sign-in/sign-in-screen.js'), 'SignInScreen'),
})

const oneTime = (['/start', '/reset', '/join'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyScreen(() => import('./screens/sign-in/one-time-screen.js'), 'OneTimeScreen'),
  }),
)

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    const me = await requireSession(location.publicHref)
    const { firstScreen } = await import('./shell/first-screen.js')
    const first = await firstScreen(me)
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (first !== null) throw redirect({ to: first.to, params: { prefix: first.prefix } })
  },
  component: lazyScreen(() => import('./shell/no-project.js'), 'NoProject'),
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$prefix',
  beforeLoad: async ({ location, preload }) => {
    await requireSession(location.publicHref)
    if (!preload && isOtherScreen(location.pathname)) await nextFrame()
  },
  component: lazyScreen(() => import('./shell/shell.js'), 'Shell'),
})

const inProject = <Path extends string>(path: Path) => ({ getParentRoute: () => project, path })

const screens = [
  createRoute({
    ...inProject('/first-steps'),
    validateSearch: searchOf('form'),
    component: lazyScreen(() => import('./screens/start/start-screen.js'), 'StartScreen'),
  }),
  createRoute({
    ...inProject('/overview'),
    validateSearch: searchOf('days', 'from', 'to', 'compare', 'by'),
    component: lazyScreen(() => import('./screens/overview/overview-screen.js'), 'OverviewScreen'),
  }),
  createRoute({
    ...inProject('/links'),
    validateSearch: searchOf(
      'search',
      'status',
      'campaign',
      'tag',
      'creator',
      'from',
      'to',
      'sort',
      'page',
      'form',
      'url',
    ),
    component: lazyScreen(() => import('./screens/links/links-screen.js'), 'LinksScreen'),
  }),
  createRoute({
    ...inProject('/links/$code'),
    validateSearch: searchOf('days', 'from', 'to', 'compare', 'by', 'form'),
    component: lazyScreen(() => import('./screens/links/link-screen.js'), 'LinkScreen'),
  }),
  createRoute({
    ...inProject('/campaigns'),
    validateSearch: searchOf('search', 'status', 'days', 'from', 'to', 'page', 'form'),
    component: lazyScreen(
      () => import('./screens/campaigns/campaigns-screen.js'),
      'CampaignsScreen',
    ),
  }),
  createRoute({
    ...inProject('/campaigns/$id'),
    validateSearch: searchOf('days', 'from', 'to', 'compare', 'by', 'form'),
    component: lazyScreen(() => import('./screens/campaigns/campaign-screen.js'), 'CampaignScreen'),
  }),
  createRoute({
    ...inProject('/clicks'),
    validateSearch: searchOf(
      'counted',
      'result',
      'platform',
      'link',
      'campaign',
      'country',
      'from',
      'to',
      'cursor',
    ),
    component: lazyScreen(() => import('./screens/clicks/clicks-screen.js'), 'ClicksScreen'),
  }),
  createRoute({
    ...inProject('/installs'),
    validateSearch: searchOf(
      'result',
      'reason',
      'type',
      'platform',
      'country',
      'os',
      'sdk',
      'link',
      'campaign',
      'fingerprint',
      'test',
      'from',
      'to',
      'cursor',
    ),
    component: lazyScreen(() => import('./screens/installs/installs-screen.js'), 'InstallsScreen'),
  }),
  createRoute({
    ...inProject('/installs/$id'),
    component: lazyScreen(() => import('./screens/installs/install-screen.js'), 'InstallScreen'),
  }),
  createRoute({
    ...inProject('/deliveries'),
    validateSearch: searchOf(
      'view',
      'state',
      'webhook',
      'status',
      'error',
      'link',
      'campaign',
      'install',
      'event',
      'test',
      'from',
      'to',
      'cursor',
      'replay',
    ),
    component: lazyScreen(
      () => import('./screens/deliveries/deliveries-screen.js'),
      'DeliveriesScreen',
    ),
  }),
  createRoute({
    ...inProject('/deliveries/$id'),
    component: lazyScreen(
      () => import('./screens/deliveries/delivery-screen.js'),
      'DeliveryScreen',
    ),
  }),
  createRoute({
    ...inProject('/webhooks'),
    validateSearch: searchOf('form'),
    component: lazyScreen(() => import('./screens/webhooks/webhooks-screen.js'), 'WebhooksScreen'),
  }),
  createRoute({
    ...inProject('/webhooks/$id'),
    validateSearch: searchOf('replay'),
    component: lazyScreen(() => import('./screens/webhooks/webhook-screen.js'), 'WebhookScreen'),
  }),
  createRoute({
    ...inProject('/setup'),
    validateSearch: searchOf('app', 'phone'),
    component: lazyScreen(() => import('./screens/setup/setup-screen.js'), 'SetupScreen'),
  }),
  createRoute({
    ...inProject('/settings'),
    beforeLoad: ({ params: { prefix } }) => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
      throw redirect({ to: '/p/$prefix/settings/general', params: { prefix } })
    },
  }),
  createRoute({
    ...inProject('/settings/general'),
    component: lazyScreen(() => import('./screens/settings/general-screen.js'), 'GeneralScreen'),
  }),
  createRoute({
    ...inProject('/settings/members'),
    validateSearch: searchOf('form'),
    component: lazyScreen(() => import('./screens/settings/members-screen.js'), 'MembersScreen'),
  }),
  createRoute({
    ...inProject('/settings/tokens'),
    validateSearch: searchOf('form'),
    component: lazyScreen(() => import('./screens/settings/tokens-screen.js'), 'TokensScreen'),
  }),
  createRoute({
    ...inProject('/settings/app-links'),
    validateSearch: searchOf('host'),
    component: lazyScreen(() => import('./screens/settings/app-links-screen.js'), 'AppLinksScreen'),
  }),
  createRoute({
    ...inProject('/settings/domains'),
    validateSearch: searchOf('form'),
    component: lazyScreen(() => import('./screens/settings/domains-screen.js'), 'DomainsScreen'),
  }),
  createRoute({
    ...inProject('/settings/attribution'),
    component: lazyScreen(
      () => import('./screens/settings/attribution-screen.js'),
      'AttributionScreen',
    ),
  }),
  createRoute({
    ...inProject('/settings/privacy'),
    component: lazyScreen(() => import('./screens/settings/privacy-screen.js'), 'PrivacyScreen'),
  }),
  createRoute({
    ...inProject('/settings/audit'),
    validateSearch: searchOf('action', 'from', 'to', 'cursor'),
    component: lazyScreen(() => import('./screens/settings/audit-screen.js'), 'AuditScreen'),
  }),
  createRoute({
    ...inProject('/account'),
    validateSearch: searchOf('problem'),
    component: lazyScreen(() => import('./screens/account/account-screen.js'), 'AccountScreen'),
  }),
  createRoute({
    ...inProject('/users'),
    validateSearch: searchOf('form', 'cursor'),
    component: lazyScreen(() => import('./screens/users/users-screen.js'), 'UsersScreen'),
  }),
  createRoute({
    ...inProject('/system'),
    validateSearch: searchOf('part', 'search', 'page', 'action', 'from', 'to', 'cursor'),
    component: lazyScreen(() => import('./screens/system/system-screen.js'), 'SystemScreen'),
  }),
] as const

/** Filters change the address too, but their fields must show at once what was typed. */
function isOtherScreen(pathname: string): boolean {
  const { resolvedLocation } = router.state
  return resolvedLocation !== undefined && resolvedLocation.pathname !== pathname
}

/**
 * Waits for a frame, in which the navigation marks the screen. The router renders the screen in one piece, so without
 * the frame a click would have no answer until all rows are there. A hidden page has no frames.
 */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

async function requireSession(next: string) {
  try {
    return await queryClient.query({ ...meQuery, staleTime: 'static' })
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { next } })
    throw error
  }
}

export const router = createRouter({
  routeTree: root.addChildren([signIn, ...oneTime, home, project.addChildren(screens)]),
  basepath: '/admin',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
