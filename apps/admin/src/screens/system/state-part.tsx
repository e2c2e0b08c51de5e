import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { systemQuery } from '../../api/system.js'
import type { System } from '../../api/types.js'
import { system as texts } from '../../texts/system.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { formatBytes, formatCount, formatDuration, formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import ui from '../../ui/ui.module.css'
import { ageOf, findProblems } from './find-problems.js'
import styles from './system.module.css'

/** Shows GET /api/system: first what needs attention, then all values. */
export function StatePart() {
  const { data, error, refetch } = useQuery(systemQuery)
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={460} radius="lg" />
    ) : (
      <Card>
        <Failure error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div className={ui.grid}>
      <Problems system={data} />
      <div className={styles.cards}>
        <DeliveriesCard system={data} />
        <WorkersCard system={data} />
        <DatabaseCard system={data} />
        <VersionCard system={data} />
      </div>
      <Configuration configuration={data.configuration} />
    </div>
  )
}

function Problems({ system }: { system: System }) {
  const problems = findProblems(system)
  const isFine = problems.length === 0
  return (
    <section className={styles.verdict} data-tone={isFine ? 'good' : 'bad'} role="status">
      <Icon name={isFine ? 'circle-check' : 'alert-triangle'} size={22} />
      <div>
        <h2 className={styles.verdictTitle}>
          {isFine ? texts.fine : texts.problems(problems.length)}
        </h2>
        {isFine ? (
          <p>{texts.fineText}</p>
        ) : (
          <ul className={styles.problems}>
            {problems.map(({ title, text }) => (
              <li key={`${title} ${text}`}>
                <strong>{title}.</strong> {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function DeliveriesCard({ system: { deliveries } }: { system: System }) {
  return (
    <Card title={texts.deliveries}>
      {deliveries === null ? (
        <p className="soft">{texts.notCounted}</p>
      ) : (
        <Facts
          facts={[
            [texts.due, formatCount(deliveries.due)],
            [
              texts.oldestDue,
              deliveries.due === 0
                ? texts.noneDue
                : texts.ago(formatDuration(deliveries.oldest_due_seconds * 1_000)),
            ],
            [texts.held, formatCount(deliveries.held)],
            [texts.starvedProjects, formatCount(deliveries.starved_projects)],
          ]}
        />
      )}
    </Card>
  )
}

function WorkersCard({ system }: { system: System }) {
  const { queue, worker } = system
  const age = (at: string | null) => {
    const ms = ageOf(system, at)
    return ms === null ? null : texts.ago(formatDuration(ms))
  }
  const jobs = (count: number | null) => (count === null ? texts.noAnswer : formatCount(count))
  return (
    <Card title={texts.workers}>
      <Facts
        facts={[
          [texts.seen, age(worker.seen_at)],
          [texts.lastAttempt, age(worker.last_attempt_at)],
          [texts.queue, texts.backends[queue.backend]],
          [texts.depth, jobs(queue.depth)],
          [texts.delayed, jobs(queue.delayed)],
        ]}
      />
    </Card>
  )
}

function DatabaseCard({ system: { database } }: { system: System }) {
  const { version, size_bytes: size, last_migration: last, pending_migrations: pending } = database
  return (
    <Card title={texts.database}>
      <Facts
        facts={[
          [texts.backends.postgresql, version],
          [texts.size, formatBytes(size)],
          [texts.lastMigration, last === null ? null : <code key="last">{last}</code>],
          [
            texts.pending,
            pending.length === 0 ? (
              '0'
            ) : (
              <Badge key="pending" tone="bad" icon="alert-circle">
                {pending.length}
              </Badge>
            ),
          ],
        ]}
      />
    </Card>
  )
}

function VersionCard({ system }: { system: System }) {
  return (
    <Card title={texts.version}>
      <Facts
        facts={[
          ['Throughline', system.version],
          [texts.node, system.node_version],
          [texts.started, <Time key="started" at={system.started_at} />],
          [texts.checked, formatTime(system.now)],
        ]}
      />
    </Card>
  )
}

function Configuration({ configuration }: Pick<System, 'configuration'>) {
  return (
    <Card title={texts.configuration} isFlush>
      <p className={`${styles.lead ?? ''} soft`}>{texts.configurationText}</p>
      <table className={styles.settings}>
        <thead>
          <tr>
            <th scope="col">{texts.setting}</th>
            <th scope="col">{texts.value}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(configuration).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{wordOf(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function wordOf(value: System['configuration'][string]) {
  if (value === null || value === '') return <span className="soft">{texts.unset}</span>
  if (value === 'set') return <span className="soft">{texts.secretSet}</span>
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  return <code>{String(value)}</code>
}
