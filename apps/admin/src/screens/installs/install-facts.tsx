import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deliveriesQuery } from '../../api/deliveries.js'
import { webhooksQuery } from '../../api/webhooks.js'
import type { Explanation } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import {
  deliveriesOfInstall,
  facts as texts,
  installs,
  notes as noteTexts,
} from '../../texts/installs.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { CopyButton } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { formatDay, formatTime } from '../../ui/format.js'
import { Time } from '../../ui/time.js'
import ui from '../../ui/ui.module.css'
import { StateBadge } from '../deliveries/state-badge.js'
import { nameOf } from '../webhooks/name-of.js'
import styles from './explain.module.css'

export function InstallFacts({ explanation }: { explanation: Explanation }) {
  const { prefix } = useProject().project
  const { code, installed_at: installedAt, decided_at: decidedAt } = explanation
  const { install_id: id, step, notes, is_test: isTest } = explanation
  const model = step === 'signals' ? explanation.model_version : null
  const visitors = valueOf(notes, 'visitors: ')
  return (
    <Card title={texts.title} aside={isTest ? <Badge tone="idle">{installs.test}</Badge> : null}>
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
            texts.link,
            code === null ? null : (
              <Link key="link" to="/p/$prefix/links/$code" params={{ prefix, code }}>
                {code}
              </Link>
            ),
          ],
          [texts.installed, installedAt === null ? null : formatTime(installedAt)],
          [texts.decided, formatTime(decidedAt)],
          ...whenKnown(texts.clickIds, parametersOf(explanation.claimed_click_ids)),
          ...whenKnown(texts.referrerIds, parametersOf(explanation.referrer_click_ids)),
          ...whenKnown(texts.visitors, visitors && hinted(visitors, texts.visitorsHint)),
          ...whenKnown(texts.model, model && hinted(dateOf(model), texts.modelHint)),
          ...whenKnown(texts.noted, wordsOf(notes)),
        ]}
      />
    </Card>
  )
}

function whenKnown(name: string, value: ReactNode): [string, ReactNode][] {
  return value === null ? [] : [[name, value]]
}

function hinted(value: string, hint: string) {
  return (
    <>
      {value}
      <span className={styles.factHint}>{hint}</span>
    </>
  )
}

function valueOf(notes: readonly string[], prefix: string): string | null {
  return notes.find((note) => note.startsWith(prefix))?.slice(prefix.length) ?? null
}

/** The shipped model is named by its date, a corrected one by two. */
function dateOf(model: string): string {
  const [shipped = '', own] = model.split('+')
  return own === undefined ? dayOf(shipped) : texts.corrected(dayOf(shipped), dayOf(own))
}

const dayOf = (date: string) =>
  /^\d{4}-\d\d-\d\d$/.test(date) ? `${formatDay(date)} ${date.slice(0, 4)}` : date

function wordsOf(notes: readonly string[]): ReactNode {
  const words = notes.flatMap((note) => noteTexts[note] ?? [])
  if (words.length === 0) return null
  return words.map((word) => <div key={word}>{word}</div>)
}

function parametersOf(values: Readonly<Record<string, string>> | null): ReactNode {
  const entries = Object.entries(values ?? {})
  if (entries.length === 0) return null
  return entries.map(([name, value]) => (
    <div key={name}>
      <code>{name}</code> {value}
    </div>
  ))
}

const MOST_DELIVERIES = 10

/** What webhooks got about the install, each by the name of its receiver. */
export function InstallDeliveries({ explanation }: { explanation: Explanation }) {
  const context = useProject()
  const { prefix } = context.project
  const query = { install_id: explanation.install_id, limit: MOST_DELIVERIES }
  const { data, error, refetch } = useQuery(deliveriesQuery(context, query))
  const { data: webhooks } = useQuery(webhooksQuery(context))
  const receiverOf = (id: number) => {
    const webhook = webhooks?.data.find((one) => one.id === id)
    return webhook === undefined ? deliveriesOfInstall.webhook(id) : nameOf(webhook)
  }
  return (
    <Card title={deliveriesOfInstall.title}>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={60} />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <p className="soft">
          {explanation.matched ? deliveriesOfInstall.none : deliveriesOfInstall.unmatched}
        </p>
      ) : (
        <ul className={ui.plainList}>
          {data.data.map(({ id, webhook_id: webhook, state, created_at: at }) => (
            <li key={id}>
              <span style={{ minWidth: 0 }}>
                <Link to="/p/$prefix/deliveries/$id" params={{ prefix, id }} className="clip">
                  {receiverOf(webhook)}
                </Link>
                <span className="soft small">
                  <Time at={at} />
                </span>
              </span>
              <StateBadge state={state} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
