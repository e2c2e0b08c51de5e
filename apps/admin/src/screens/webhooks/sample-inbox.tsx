import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sampleReceiverQuery } from '../../api/sample.js'
import { useProject } from '../../shell/project-context.js'
import { sampleReceiver as texts } from '../../texts/start.js'
import { CodeBlock } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { indentJson } from '../../ui/indent-json.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import styles from './sample-inbox.module.css'

const SHOWN = 6

/** What the sample receiver got from a webhook, newest first, with its verdict on each signature. */
export function SampleInbox({ webhookId }: { webhookId: number }) {
  const { data, error, refetch } = useQuery(sampleReceiverQuery(useProject()))
  if (data === undefined) {
    if (error === null) return <Skeleton height={90} />
    return <Failure error={error} onRetry={() => void refetch()} />
  }
  const requests = data.data.filter(({ webhook_id: id }) => id === webhookId)
  if (requests.length === 0) return <p className="soft small">{texts.none}</p>
  return (
    <ul className={styles.requests} aria-label={texts.title}>
      {requests.slice(0, SHOWN).map((request) => {
        const isRight = request.problem === null
        return (
          <li key={`${request.delivery_id ?? ''} ${request.received_at}`} data-right={isRight}>
            <details className={styles.request}>
              <summary>
                <Icon name={isRight ? 'circle-check' : 'circle-x'} />
                <strong>{isRight ? texts.right : texts.wrong}</strong>
                <span className="soft small">
                  {triggerOf(request.trigger)}
                  <Time at={request.received_at} />
                </span>
              </summary>
              {request.problem !== null && <p className="soft small">{request.problem}</p>}
              <CodeBlock text={indentJson(request.payload)} label={texts.payload} />
            </details>
          </li>
        )
      })}
    </ul>
  )
}

function triggerOf(trigger: string | null): string {
  const name = (texts.triggers as Readonly<Record<string, string>>)[trigger ?? '']
  return name === undefined ? '' : `${name}, `
}
