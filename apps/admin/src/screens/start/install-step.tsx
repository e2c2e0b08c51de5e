import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkQuery } from '../../api/links.js'
import { projectSettingsQuery } from '../../api/settings.js'
import type { Setup } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import {
  clientSnippet,
  flutterSnippet,
  simulateCommand,
  start as texts,
} from '../../texts/start.js'
import { CodeBlock } from '../../ui/copy.js'
import { SamplePhone } from './sample-phone.js'
import { More } from './step-contents.js'
import styles from './start.module.css'

export function InstallStep({ setup, code }: { setup: Setup; code: string | null }) {
  return (
    <>
      {code !== null && setup.sample.app_url !== null && <OnPhone setup={setup} code={code} />}
      <More title={texts.install.own}>
        <Snippets />
        {code !== null && setup.sample.app_url !== null && (
          <>
            <h3 className={styles.codeTitle}>{texts.install.simulate}</h3>
            <CodeBlock text={simulateCommand(code)} label={texts.install.simulate} />
          </>
        )}
      </More>
    </>
  )
}

function OnPhone({ setup, code }: { setup: Setup; code: string }) {
  const { data: link } = useQuery(linkQuery(useProject(), code))
  if (link === undefined) return null
  return (
    <>
      <SamplePhone setup={setup} link={link} label={texts.install.onPhone} />
      {link.is_deeplink && <p className="soft small">{texts.install.sample}</p>}
    </>
  )
}

function Snippets() {
  const context = useProject()
  const { prefix, project_id: projectId, project_key: key } = context.project
  const { data: settings } = useQuery(projectSettingsQuery(context))
  const facts =
    key === null || settings === undefined
      ? null
      : {
          baseUrl: window.location.origin,
          linkHost: settings.link_host,
          projectId,
          projectKey: key,
        }
  return (
    <>
      {facts !== null && (
        <>
          <h3 className={styles.codeTitle}>{texts.install.flutter}</h3>
          <CodeBlock text={flutterSnippet(facts)} label={texts.install.flutter} />
          <h3 className={styles.codeTitle}>{texts.install.reactNative}</h3>
          <CodeBlock text={clientSnippet(facts)} label={texts.install.reactNative} />
        </>
      )}
      <Link to="/p/$prefix/setup" params={{ prefix }}>
        {texts.install.toSetup}
      </Link>
    </>
  )
}
