import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attempt } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { attempts as texts, delivery } from '../../texts/delivery.js'
import { formatDuration, formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import type { GoodAttempt } from './use-last-success.js'
import styles from './deliveries.module.css'

const NONE = '–'

type Pair = readonly [name: string, attempt: ReactNode, good: ReactNode]

/** A failed attempt beside the last one that the webhook accepted: what was sent, and what was answered. */
export function AttemptComparison({ attempt, good }: { attempt: Attempt; good: GoodAttempt }) {
  const { prefix } = useProject().project
  const pair = (name: string, show: (of: Attempt) => ReactNode): Pair => [
    name,
    show(attempt),
    show(good.attempt),
  ]
  const answers = [
    pair(texts.result, resultOf),
    pair(texts.when, ({ started_at: at }) => formatTime(at)),
    pair(texts.took, ({ duration_ms: ms }) => formatDuration(ms)),
    pair(texts.sentTo, ({ url }) => url),
    pair(texts.address, ({ address }) => address ?? NONE),
    pair(texts.response, ({ response_body: body }) => <Body text={body} />),
  ]
  return (
    <>
      <table className={styles.compare} aria-label={texts.beside(texts.number(attempt.number))}>
        <thead>
          <tr>
            <td />
            <th scope="col">{texts.thisOne}</th>
            <th scope="col">
              <Link
                to="/p/$prefix/deliveries/$id"
                params={{ prefix, id: good.deliveryId }}
                title={delivery.lastOpen}
              >
                {texts.lastGood}
              </Link>
            </th>
          </tr>
        </thead>
        <tbody>
          {answers.map((row) => (
            <Row key={row[0]} row={row} />
          ))}
        </tbody>
      </table>
      <details className={styles.headers}>
        <summary>{texts.request}</summary>
        <table className={styles.compare} aria-label={texts.request}>
          <tbody>
            {headerPairs(attempt, good.attempt).map((row) => (
              <Row key={row[0]} row={row} isCode />
            ))}
          </tbody>
        </table>
        <p className="soft small">{texts.signatures[attempt.signatures]}</p>
      </details>
    </>
  )
}

function headerPairs(attempt: Attempt, good: Attempt): Pair[] {
  const [one, other] = [attempt.request_headers, good.request_headers]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].map((name) => [name, one[name] ?? NONE, other[name] ?? NONE])
}

function Row({ row: [name, attempt, good], isCode = false }: { row: Pair; isCode?: boolean }) {
  const isSame = typeof attempt === 'string' && attempt !== NONE && attempt === good
  return (
    <tr data-code={isCode}>
      <th scope="row">{name}</th>
      <td data-side={texts.thisOne}>{attempt}</td>
      <td data-side={texts.lastGood}>
        {isSame ? (
          <span className={styles.same}>
            <Icon name="equal" size={14} /> {texts.same}
          </span>
        ) : (
          good
        )}
      </td>
    </tr>
  )
}

/** The status of an answer, or what kept it from coming. */
export function resultOf({ status_code: status, error_class: errorClass }: Attempt): string {
  return status === null ? texts.errors[errorClass ?? 'connect'] : texts.answered(status)
}

function Body({ text }: { text: string | null }) {
  if (text === null || text === '') return <span className="soft">{texts.noResponse}</span>
  return (
    <pre className={styles.answer} tabIndex={0} aria-label={texts.response}>
      {text}
    </pre>
  )
}
