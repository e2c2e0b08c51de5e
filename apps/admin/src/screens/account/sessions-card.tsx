import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessionsKey, sessionsQuery } from '../../api/account.js'
import type { Session } from '../../api/types.js'
import { useChange } from '../../shell/use-change.js'
import { account as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { notifyError } from '../../ui/notify.js'
import { Time } from '../../ui/time.js'
import { browserOf } from './browser-of.js'

const EXPECTED = 2

export function SessionsCard() {
  const query = useQuery(sessionsQuery)
  const ending = useChange(endOtherSessions, { stale: sessionsKey, done: texts.endedOthers })
  const hasOthers = (query.data?.data.length ?? 0) > 1
  return (
    <Card
      title={texts.sessions}
      isFlush
      aside={
        hasOthers && (
          <Button
            variant="default"
            size="compact-sm"
            loading={ending.isPending}
            onClick={() => ending.mutate(undefined, { onError: notifyError })}
          >
            {texts.endOthers}
          </Button>
        )
      }
    >
      <p className="soft" style={{ padding: '6px 18px 4px' }}>
        {texts.sessionsText}
      </p>
      <DataTable
        label={texts.sessions}
        columns={COLUMNS}
        query={{ ...query, data: query.data?.data }}
        rowKey={({ id }) => id}
        expectedRows={EXPECTED}
        empty={null}
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Session>[] = [
  {
    key: 'browser',
    header: texts.browser,
    cell: ({ user_agent: agent, is_current: isCurrent }) => (
      <span style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        <span title={agent ?? undefined}>{browserOf(agent) ?? texts.unknownBrowser}</span>
        {isCurrent && (
          <Badge tone="accent" icon="check">
            {texts.thisOne}
          </Badge>
        )}
      </span>
    ),
  },
  {
    key: 'seen',
    header: texts.lastSeen,
    width: 150,
    mobile: 'label',
    cell: ({ last_seen_at: at }) => (
      <span className="soft">
        <Time at={at} />
      </span>
    ),
  },
  {
    key: 'created',
    header: texts.signedIn,
    width: 150,
    mobile: 'hide',
    cell: ({ created_at: at }) => (
      <span className="soft">
        <Time at={at} />
      </span>
    ),
  },
  {
    key: 'end',
    header: <span className="sr-only">{common.actions}</span>,
    width: 90,
    align: 'right',
    cell: (session) => (session.is_current ? null : <End session={session} />),
  },
]

function End({ session: { id, user_agent: agent } }: { session: Session }) {
  const ending = useChange(() => endSession(id), { stale: sessionsKey, done: texts.ended })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={texts.endOf(browserOf(agent) ?? texts.unknownBrowser)}
      loading={ending.isPending}
      onClick={() => ending.mutate(undefined, { onError: notifyError })}
    >
      {texts.end}
    </Button>
  )
}
