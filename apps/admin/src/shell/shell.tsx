import '../ui/styles-shell.js'
import { Notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { isSignedOut, meQuery } from '../api/session.js'
import { problems } from '../texts/common.js'
import { shell } from '../texts/shell.js'
import { Message } from '../ui/message.js'
import { AwayBanner, NoPasswordBanner, SignedOutBanner } from './banners.js'
import { CommandPalette } from './command-palette.js'
import { openProject, ProjectContext } from './project-context.js'
import { ReauthDialog } from './reauth-dialog.js'
import { PageKeys } from './page-keys.js'
import { MobileBar, Sidebar } from './sidebar.js'
import styles from './shell.module.css'

const SampleBanner = lazy(() =>
  import('./sample-banner.js').then((loaded) => ({ default: loaded.SampleBanner })),
)

/** The frame of a project: navigation on the left, the screen beside it. */
export function Shell() {
  const { data: me, error } = useSuspenseQuery(meQuery)
  const { prefix } = useParams({ from: '/p/$prefix' })
  const context = useMemo(() => openProject(me, prefix), [me, prefix])
  useEffect(() => {
    if (context !== null) localStorage.setItem('throughline-project', prefix)
  }, [context, prefix])
  if (context === null) {
    return (
      <Message icon="lock" title={problems.otherProjectTitle} text={problems.otherProjectText} />
    )
  }
  return (
    // Keyed by project, so that no data of one project appears in another, not even during loading.
    <ProjectContext key={context.project.project_id} value={context}>
      <a className={styles.skip} href="#content">
        {shell.skip}
      </a>
      <div className={styles.shell}>
        <Sidebar me={me} />
        <MobileBar me={me} />
        <main id="content" className={styles.main} tabIndex={-1}>
          <AwayBanner />
          {isSignedOut(error) && <SignedOutBanner />}
          {context.project.is_sample && (
            <Suspense>
              <SampleBanner me={me} project={context.project} />
            </Suspense>
          )}
          {!me.has_password && me.oidc_issuer === null && <NoPasswordBanner prefix={prefix} />}
          {/* Keyed by time zone, so that all times are formatted again. */}
          <Suspense key={me.time_zone}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <CommandPalette me={me} />
      <PageKeys me={me} />
      <ReauthDialog me={me} />
      <Notifications position="bottom-right" limit={4} />
    </ProjectContext>
  )
}
