import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { attributionQuery, explainQuery } from '../../api/installs.js'
import type { Explanation } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { platforms } from '../../texts/evidence.js'
import { explain as texts, installs } from '../../texts/installs.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { CopyButton, copyText } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { notify } from '../../ui/notify.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { StateBadge } from '../deliveries/state-badge.js'
import { EraseInstall } from './erase-install.js'
import { ExplainPicture } from './explain-picture.js'
import { ResultBadge } from './install-columns.js'
import { supportText } from './support-text.js'

export function InstallScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/installs/$id' })
  const query = useQuery(explainQuery(context, id))
  const explanation = query.data
  const name =
    explanation?.platform == null
      ? installs.install
      : `${platforms[explanation.platform] ?? ''} install`
  return (
    <>
      <PageHeader
        title={name}
        crumb={
          <Link to="/p/$prefix/installs" params={{ prefix: context.project.prefix }}>
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {installs.back}
          </Link>
        }
        lead={explanation && <ResultBadge {...explanation} />}
      >
        {explanation !== undefined && <Actions explanation={explanation} />}
      </PageHeader>
      {query.error !== null && (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {query.isPending && <Skeleton height={420} radius="lg" />}
      {explanation !== undefined && (
        <div className={ui.split}>
          <div className={ui.grid}>
            <ExplainPicture explanation={explanation} />
          </div>
          <div className={ui.grid}>
            <InstallFacts explanation={explanation} />
            {explanation.attribution_id !== null && <Deliveries id={explanation.attribution_id} />}
          </div>
        </div>
      )}
    </>
  )
}

function Actions({ explanation }: { explanation: Explanation }) {
  const { can } = useProject()
  const [isErasing, setErasing] = useState(false)
  const copy = async () => {
    await copyText(supportText(explanation))
    notify(texts.supportHint)
  }
  return (
    <>
      {can('erasures:write') && explanation.step !== 'consent' && (
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => setErasing(true)}
        >
          {texts.erase}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="clipboard" size={16} />}
        onClick={() => void copy()}
      >
        {texts.support}
      </Button>
      {isErasing && (
        <EraseInstall installId={explanation.install_id} onClose={() => setErasing(false)} />
      )}
    </>
  )
}

function InstallFacts({ explanation }: { explanation: Explanation }) {
  const { prefix } = useProject().project
  const { code, installed_at: installedAt, decided_at: decidedAt } = explanation
  const { install_id: id, model_version: model, notes, is_test: isTest } = explanation
  return (
    <Card title={texts.facts} aside={isTest ? <Badge tone="idle">{installs.test}</Badge> : null}>
      <Facts
        facts={[
          [
            texts.id,
            <span key="id" style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
              <code className="clip">{id}</code>
              <CopyButton value={id} />
            </span>,
          ],
          [
            texts.matchedLink,
            code === null ? null : (
              <Link key="link" to="/p/$prefix/links/$code" params={{ prefix, code }}>
                {code}
              </Link>
            ),
          ],
          [texts.installedAt, installedAt === null ? null : formatTime(installedAt)],
          [texts.decidedAt, formatTime(decidedAt)],
          [texts.clickIds, parametersOf(explanation.claimed_click_ids)],
          [texts.referrerIds, parametersOf(explanation.referrer_click_ids)],
          [texts.notes, notes.join(', ') || null],
          [texts.model, model],
        ]}
      />
    </Card>
  )
}

function parametersOf(values: Readonly<Record<string, string>> | null) {
  const entries = Object.entries(values ?? {})
  if (entries.length === 0) return null
  return entries.map(([name, value]) => (
    <div key={name}>
      <code>{name}</code> {value}
    </div>
  ))
}

function Deliveries({ id }: { id: string }) {
  const context = useProject()
  const { prefix } = context.project
  const { data } = useQuery(attributionQuery(context, id))
  return (
    <Card title={texts.deliveries}>
      {data?.deliveries.length === 0 ? (
        <p className="soft">{texts.noDeliveries}</p>
      ) : (
        <ul className={ui.plainList}>
          {data?.deliveries.map((delivery) => (
            <li key={delivery.id}>
              <Link
                to="/p/$prefix/deliveries/$id"
                params={{ prefix, id: delivery.id }}
                className="mono"
              >
                {delivery.id.slice(-8)}
              </Link>
              <StateBadge state={delivery.state} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
