import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from '@tanstack/react-router'
import { sampleAppUrl } from '../../api/sample.js'
import { projectSettingsQuery } from '../../api/settings.js'
import type { Link, Setup } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { start as texts } from '../../texts/start.js'
import { Icon } from '../../ui/icons.js'

interface SamplePhoneProps {
  setup: Setup
  link: Link
  label: string
}

/** Opens a link in the sample app, in a new tab. Nothing where `npm start` serves none, as in production. */
export function SamplePhone({ setup, link, label }: SamplePhoneProps) {
  const context = useProject()
  const { data: settings } = useQuery(projectSettingsQuery(context))
  const { app_url: appUrl } = setup.sample
  const { project_id: projectId, project_key: publicKey } = context.project
  if (appUrl === null || publicKey === null || settings === undefined) return null
  if (!link.is_deeplink) return <p className="soft small">{texts.click.redirects}</p>
  if (link.android_url === null) return <NoStore code={link.code} />
  const app = {
    publicKey,
    projectId,
    baseUrl: window.location.origin,
    linkHost: settings.link_host,
  }
  return (
    <Button
      component="a"
      href={sampleAppUrl(appUrl, { settings: app, url: link.short_url, name: link.name })}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon name="device-mobile" size={16} />}
    >
      {label}
    </Button>
  )
}

function NoStore({ code }: { code: string }) {
  const { prefix } = useProject().project
  return (
    <p className="soft small">
      {texts.click.noStore}{' '}
      <RouterLink
        to="/p/$prefix/links"
        params={{ prefix }}
        search={{ form: `edit:${code}` }}
        style={{ textDecoration: 'underline' }}
      >
        {texts.click.toLink}
      </RouterLink>
    </p>
  )
}
