import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { invitationsQuery, settingsKey } from '../../api/settings.js'
import type { Invitation } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { invitations as texts, members } from '../../texts/access.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { notifyError } from '../../ui/notify.js'
import { Time } from '../../ui/time.js'

/** Open invitations: neither accepted nor expired. Renders nothing if there are none. */
export function Invitations() {
  const query = useQuery(invitationsQuery(useProject()))
  if (query.error === null && (query.data?.data.length ?? 0) === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <DataTable
        label={texts.title}
        columns={COLUMNS}
        query={{ ...query, data: query.data?.data }}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    key: 'email',
    header: texts.email,
    cell: ({ email }) => <span className="clip">{email}</span>,
  },
  {
    key: 'role',
    header: members.role,
    width: 150,
    cell: ({ role }) => members.roles[role][0],
  },
  {
    key: 'until',
    header: texts.until,
    width: 160,
    mobile: 'hide',
    cell: ({ expires_at: at }) => (
      <span className="soft">
        <Time at={at} />
      </span>
    ),
  },
  {
    key: 'withdraw',
    header: <span className="sr-only">{common.actions}</span>,
    width: 130,
    align: 'right',
    cell: (invitation) => <Withdraw invitation={invitation} />,
  },
]

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const context = useProject()
  const withdrawing = useChange(
    () => unwrap(context.api.DELETE('/api/project/invitations/{id}', { params: { path: { id } } })),
    { stale: settingsKey(context), done: texts.withdrawn },
  )
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={texts.withdrawOf(email)}
      loading={withdrawing.isPending}
      onClick={() => withdrawing.mutate(undefined, { onError: notifyError })}
    >
      {texts.withdraw}
    </Button>
  )
}
