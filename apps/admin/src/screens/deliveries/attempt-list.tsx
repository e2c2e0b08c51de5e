import { Loader } from '@mantine/core'
import type { Attempt, DeliveryWithAttempts } from '../../api/types.js'
import { attempts as texts, delivery } from '../../texts/delivery.js'
import { Facts } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { formatDuration, formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { AttemptComparison, resultOf } from './attempt-comparison.js'
import type { GoodAttempt } from './use-last-success.js'
import styles from './deliveries.module.css'

interface AttemptListProps {
  delivery: DeliveryWithAttempts
  /** The number of an attempt that was requested and has not arrived yet. */
  awaited: number | null
  lastGood: GoodAttempt | null
}

/** Attempts on a time line, newest first, above them those that come. The newest is expanded. */
export function AttemptList({ delivery: record, awaited, lastGood }: AttemptListProps) {
  const { attempts, state, next_attempt_at: next, attempts_made: made } = record
  const isPlanned = awaited === null && state === 'retrying' && next !== null
  if (attempts.length === 0 && awaited === null)
    return <p className="soft">{delivery.noAttempts}</p>
  return (
    <ol className={styles.line}>
      {awaited !== null && <Coming number={awaited} text={delivery.awaited(awaited)} isNow />}
      {isPlanned && (
        <Coming number={made + 1} text={`${texts.planned}, ${formatTime(next)}`} isNow={false} />
      )}
      {[...attempts].reverse().map((attempt, index) => (
        <li key={attempt.number} className={styles.attempt} data-outcome={attempt.outcome}>
          <span className={styles.mark}>
            <Icon name={attempt.outcome === 'succeeded' ? 'check' : 'x'} size={14} />
          </span>
          <AttemptDetails
            attempt={attempt}
            former={attempts[attempts.indexOf(attempt) - 1]}
            lastGood={lastGood}
            isOpen={index === 0}
          />
        </li>
      ))}
    </ol>
  )
}

/** An attempt that is planned, or on its way. */
function Coming({ number, text, isNow }: { number: number; text: string; isNow: boolean }) {
  return (
    <li className={styles.attempt} data-outcome="coming">
      <span className={styles.mark}>
        {isNow ? <Loader size={12} /> : <Icon name="clock" size={14} />}
      </span>
      <p className={styles.coming}>
        {!isNow && <strong>{texts.number(number)}</strong>} <span className="soft">{text}</span>
      </p>
    </li>
  )
}

interface AttemptDetailsProps {
  attempt: Attempt
  former: Attempt | undefined
  lastGood: GoodAttempt | null
  isOpen: boolean
}

function AttemptDetails({ attempt, former, lastGood, isOpen }: AttemptDetailsProps) {
  const { number, started_at: at, outcome } = attempt
  return (
    <details open={isOpen} className={styles.details}>
      <summary>
        <strong>{texts.number(number)}</strong>
        <span className={styles.result}>{resultOf(attempt)}</span>
        <span className="soft num">{formatDuration(attempt.duration_ms)}</span>
        <span className={`${styles.when ?? ''} soft`}>
          {former !== undefined && `${laterText(former, attempt)}, `}
          {formatTime(at)}
        </span>
      </summary>
      <div className={styles.body}>
        {attempt.error !== null && <p className={styles.error}>{attempt.error}</p>}
        {outcome === 'failed' && lastGood !== null ? (
          <AttemptComparison attempt={attempt} good={lastGood} />
        ) : (
          <Single attempt={attempt} />
        )}
      </div>
    </details>
  )
}

/** What an attempt sent and what was answered. */
function Single({ attempt }: { attempt: Attempt }) {
  const { trigger, request_id: requestId, status_code: status } = attempt
  return (
    <>
      <Facts
        facts={[
          [texts.sentTo, attempt.url],
          [texts.address, attempt.address],
          [delivery.trigger, delivery.triggers[trigger]],
          ...(requestId === null
            ? []
            : [[texts.requestId, <code key="id">{requestId}</code>] as const]),
        ]}
      />
      <details className={styles.headers}>
        <summary>{texts.request}</summary>
        <CodeBlock text={headersText(attempt)} label={texts.request} />
        <p className="soft small">{texts.signatures[attempt.signatures]}</p>
      </details>
      {status !== null && <ResponseBody text={attempt.response_body ?? ''} />}
    </>
  )
}

function headersText({ url, request_headers: headers }: Attempt): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${url}`, ...lines].join('\n')
}

function laterText(former: Attempt, attempt: Attempt): string {
  return texts.later(formatDuration(Date.parse(attempt.started_at) - Date.parse(former.started_at)))
}

function ResponseBody({ text }: { text: string }) {
  if (text === '') return <p className="soft small">{texts.noResponse}</p>
  return (
    <div>
      <p className="soft" style={{ marginBottom: 6 }}>
        {texts.response}
      </p>
      <CodeBlock text={text} label={texts.response} />
    </div>
  )
}
