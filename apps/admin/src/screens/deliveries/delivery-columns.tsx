import { Link } from '@tanstack/react-router'
import type { Delivery } from '../../api/types.js'
import { attempts as attemptTexts } from '../../texts/delivery.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { Badge } from '../../ui/badge.js'
import { ChoiceBox, ChooseAll, type Choice } from '../../ui/choice.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { Time } from '../../ui/time.js'
import { StateBadge } from './state-badge.js'

const SHORT_ID = 8

export function deliveryColumns(
  prefix: string,
  hostOf: (webhookId: number) => string,
  choice?: Choice,
): Column<Delivery>[] {
  return [
    {
      key: 'delivery',
      header: texts.delivery,
      ...(choice === undefined ? {} : { before: <ChooseAll choice={choice} /> }),
      cell: (delivery) => <NameCell delivery={delivery} prefix={prefix} choice={choice} />,
    },
    {
      key: 'state',
      header: texts.state,
      width: 144,
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      key: 'webhook',
      header: texts.webhook,
      width: '17%',
      mobile: 'hide',
      cell: ({ webhook_id: id }) => <span className="clip">{hostOf(id)}</span>,
    },
    {
      key: 'answer',
      header: texts.lastAnswer,
      width: 164,
      mobile: 'end',
      cell: (delivery) => <LastAnswer delivery={delivery} />,
    },
    {
      key: 'attempts',
      header: texts.attempts,
      width: 84,
      align: 'right',
      mobile: 'label',
      cell: ({ attempts_made: made }) => <span className="num">{made}</span>,
    },
    {
      key: 'created',
      header: texts.created,
      width: 142,
      align: 'right',
      cell: ({ created_at: at }) => (
        <span className="soft">
          <Time at={at} />
        </span>
      ),
    },
  ]
}

/** The status of the last attempt; without one, the kind of failure and what it says. */
function LastAnswer({ delivery }: { delivery: Delivery }) {
  const { last_status_code: status, last_error_class: error, attempts_made: made } = delivery
  if (made === 0) return <span className="soft">{texts.none}</span>
  if (status !== null) return <span className="num">{attemptTexts.answered(status)}</span>
  return (
    <span style={{ display: 'block', minWidth: 0 }}>
      {attemptTexts.errors[error ?? 'connect']}
      {delivery.last_error !== null && (
        <span className="soft small clip" title={delivery.last_error}>
          {delivery.last_error}
        </span>
      )}
    </span>
  )
}

interface NameCellProps {
  delivery: Delivery
  prefix: string
  choice: Choice | undefined
}

function NameCell({ delivery, prefix, choice }: NameCellProps) {
  const { id, event, is_test: isTest } = delivery
  return (
    <span
      style={{ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0, position: 'static' }}
    >
      {choice !== undefined && <ChoiceBox choice={choice} id={id} name={id.slice(-SHORT_ID)} />}
      <Link
        to="/p/$prefix/deliveries/$id"
        params={{ prefix, id }}
        className={`${rowLink ?? ''} clip`}
      >
        {event} <span className="soft mono">{id.slice(-SHORT_ID)}</span>
      </Link>
      {isTest && <Badge tone="idle">{texts.test}</Badge>}
    </span>
  )
}
