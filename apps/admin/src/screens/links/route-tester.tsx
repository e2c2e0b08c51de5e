import { Select, Skeleton, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewQuery, type PreviewInput } from '../../api/links.js'
import type { LinkPreview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { routeTest as texts } from '../../texts/links.js'
import { Card, Facts } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon, type IconName } from '../../ui/icons.js'
import ui from '../../ui/ui.module.css'
import styles from './links.module.css'

type Device = keyof typeof texts.devices

const TYPING_MS = 350
const START = { device: 'iphone' as Device, agent: '', query: '', isInstalled: false }
const ICONS: Record<LinkPreview['lands'], IconName> = {
  app: 'device-mobile',
  store: 'download',
  web: 'world',
  page: 'eye',
  nowhere: 'circle-x',
}

/** Shows where a visitor with a certain device ends up, by the rules of the link host. */
export function RouteTester({ code }: { code: string }) {
  const [visitor, setVisitor] = useState(START)
  const set = (change: Partial<typeof START>) => setVisitor({ ...visitor, ...change })
  const [settled] = useDebouncedValue(visitor, TYPING_MS)
  const query = useQuery(previewQuery(useProject(), toInput(code, settled)))
  return (
    <Card title={texts.title}>
      <p className="soft small">{texts.hint}</p>
      <div className={styles.tester}>
        <div className={styles.fields}>
          <Select
            label={texts.device}
            data={Object.entries(texts.devices).map(([value, label]) => ({ value, label }))}
            value={visitor.device}
            onChange={(value) => set({ device: value as Device })}
            allowDeselect={false}
          />
          {visitor.device === 'agent' && (
            <TextInput
              label={texts.agent}
              value={visitor.agent}
              onChange={(event) => set({ agent: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <TextInput
            label={texts.query}
            description={texts.queryHint}
            value={visitor.query}
            onChange={(event) => set({ query: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <Switch
            label={texts.installed}
            checked={visitor.isInstalled}
            onChange={(event) => set({ isInstalled: event.currentTarget.checked })}
          />
        </div>
        <div role="status" className={styles.route} aria-busy={query.isFetching}>
          {query.error !== null ? (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <Skeleton height={160} />
          ) : (
            <Route preview={query.data} />
          )}
        </div>
      </div>
    </Card>
  )
}

function toInput(code: string, { device, agent, query, isInstalled }: typeof START): PreviewInput {
  return {
    code,
    query: query.trim().replace(/^\?/, ''),
    app_installed: isInstalled,
    ...(device === 'agent' ? {} : { device }),
    ...(device === 'agent' && agent.trim() !== '' ? { user_agent: agent.trim() } : {}),
  }
}

function Route({ preview }: { preview: LinkPreview }) {
  const { lands, url, rule, answer, device, uncounted_reason: uncounted } = preview
  const { platform, os_version: version, browser } = device
  return (
    <>
      <p className={styles.lands}>
        <Icon name={ICONS[lands]} />
        {texts.lands[lands]}
      </p>
      {url !== null && (
        <p className={ui.fullUrl} role="group" aria-label={texts.url}>
          {url}
        </p>
      )}
      <Facts
        facts={[
          [texts.rule, texts.rules[rule]],
          [texts.answer, texts.answers[answer]],
          [
            texts.recognized,
            [texts.platforms[platform], version, browser].filter(Boolean).join(', '),
          ],
          [
            texts.counted,
            uncounted === null ? common.yes : (texts.uncounted[uncounted] ?? common.no),
          ],
        ]}
      />
    </>
  )
}
