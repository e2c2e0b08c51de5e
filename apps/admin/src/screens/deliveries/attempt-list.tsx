import type { Attempt, DeliveryWithAttempts } from '../../api/types.js'
import { attempts as texts, delivery } from '../../texts/delivery.js'
import { Facts } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { formatDuration, formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { requestHeaders } from './request-text.js'
import styles from './deliveries.module.css'

/** Attempts on a time line, newest first. The newest is expanded. */
export function AttemptList({ delivery: record }: { delivery: DeliveryWithAttempts }) {
  const { attempts } = record
  if (attempts.length === 0) return <p className="soft">{delivery.noAttempts}</p>
  return (
    <ol className={styles.line}>
      {[...attempts].reverse().map((attempt, index) => (
        <li key={attempt.number} className={styles.attempt} data-outcome={attempt.outcome}>
          <span className={styles.mark}>
            <Icon name={attempt.outcome === 'succeeded' ? 'check' : 'x'} size={14} />
          </span>
          <AttemptDetails
            attempt={attempt}
            former={attempts[attempts.indexOf(attempt) - 1]}
            request={requestText(record, attempt)}
            isOpen={index === 0}
          />
        </li>
      ))}
    </ol>
  )
}

interface AttemptDetailsProps {
  attempt: Attempt
  former: Attempt | undefined
  request: string
  isOpen: boolean
}

function AttemptDetails({ attempt, former, request, isOpen }: AttemptDetailsProps) {
  const { number, status_code: status, error_class: errorClass, error, trigger } = attempt
  const result = status === null ? texts.errors[errorClass ?? 'connect'] : texts.answered(status)
  return (
    <details open={isOpen} className={styles.details}>
      <summary>
        <strong>{texts.number(number)}</strong>
        <span className={styles.result}>{result}</span>
        <span className="soft num">{formatDuration(attempt.duration_ms)}</span>
        <span className={`${styles.when ?? ''} soft`}>
          {former !== undefined && `${laterText(former, attempt)}, `}
          {formatTime(attempt.started_at)}
        </span>
      </summary>
      <div className={styles.body}>
        {error !== null && <p className={styles.error}>{error}</p>}
        <Facts
          facts={[
            [texts.sentTo, attempt.url],
            [texts.address, attempt.address],
            [delivery.trigger, delivery.triggers[trigger]],
            ...(attempt.request_id === null
              ? []
              : [[texts.requestId, <code key="id">{attempt.request_id}</code>] as const]),
          ]}
        />
        <details className={styles.headers}>
          <summary>{texts.request}</summary>
          <CodeBlock text={request} label={texts.request} />
          <p className="soft small">{texts.requestNote}</p>
        </details>
        {status !== null && <ResponseBody text={attempt.response_body ?? ''} />}
      </div>
    </details>
  )
}

function laterText(former: Attempt, attempt: Attempt): string {
  return texts.later(formatDuration(Date.parse(attempt.started_at) - Date.parse(former.started_at)))
}

function requestText(record: DeliveryWithAttempts, attempt: Attempt): string {
  return [
    `POST ${attempt.url}`,
    ...requestHeaders(record, attempt).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
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
