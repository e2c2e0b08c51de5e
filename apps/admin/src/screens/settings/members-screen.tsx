import { Button, Select } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { meQuery } from '../../api/session.js'
import { membersQuery, settingsKey } from '../../api/settings.js'
import type { Member, Role } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { invitations as invitationTexts, members as texts, signInWays } from '../../texts/access.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { notifyError } from '../../ui/notify.js'
import { SignInWays } from '../../ui/sign-in-ways.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { Invitations } from './invitations.js'
import { InviteMember } from './invite-member.js'
import { RemoveMember } from './remove-member.js'
import { SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

const EXPECTED = 4
const ROLES = Object.entries(texts.roles).map(([value, [label]]) => ({ value, label }))

export function MembersScreen() {
  const context = useProject()
  const { form } = useSearch({ from: '/p/$prefix/settings/members' })
  const setSearch = useSetSearch()
  const query = useQuery(membersQuery(context))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const isOwner = context.can('members:write')
  const invite = isOwner && (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
    >
      {invitationTexts.invite}
    </Button>
  )
  return (
    <SettingsPage section="members" actions={invite}>
      <Card isFlush>
        <DataTable
          label={texts.label}
          columns={useColumns(isOwner, setLeaving)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          expectedRows={EXPECTED}
          empty={
            <Message isInline icon="users" title={texts.emptyTitle} text={texts.emptyText}>
              {invite}
            </Message>
          }
        />
      </Card>
      {isOwner && <Invitations />}
      <p className={styles.note}>
        <Icon name="info-circle" />
        {texts.remainingAccess}
      </p>
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} />}
      {form === 'new' && isOwner && (
        <InviteMember onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </SettingsPage>
  )
}

function useColumns(isOwner: boolean, onRemove: (member: Member) => void): Column<Member>[] {
  const { data: me } = useSuspenseQuery(meQuery)
  const columns: Column<Member>[] = [
    {
      key: 'member',
      header: texts.member,
      cell: ({ id, name, email }) => (
        <>
          <strong className="clip">
            {name}
            {id === me.id && <span className="soft"> ({common.you})</span>}
          </strong>
          <span className="clip soft small">{email}</span>
        </>
      ),
    },
    {
      key: 'role',
      header: texts.role,
      width: 150,
      cell: (member) => (isOwner ? <RoleSelect member={member} /> : texts.roles[member.role][0]),
    },
    ...STATE_COLUMNS,
  ]
  return isOwner ? [...columns, removeColumn(onRemove)] : columns
}

const STATE_COLUMNS: readonly Column<Member>[] = [
  {
    key: 'ways',
    header: signInWays.title,
    width: 190,
    mobile: 'label-row',
    cell: SignInWays,
  },
  {
    key: 'since',
    header: texts.since,
    width: 150,
    mobile: 'hide',
    cell: ({ created_at: at }) => (
      <span className="soft">
        <Time at={at} />
      </span>
    ),
  },
]

function removeColumn(onRemove: (member: Member) => void): Column<Member> {
  return {
    key: 'remove',
    header: <span className="sr-only">{common.actions}</span>,
    width: 110,
    align: 'right',
    cell: (member) => (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={texts.removeOf(member.name)}
        onClick={() => onRemove(member)}
      >
        {texts.remove}
      </Button>
    ),
  }
}

function RoleSelect({ member }: { member: Member }) {
  const context = useProject()
  const changing = useChange(
    (role: Role) =>
      unwrap(
        context.api.PUT('/api/project/members/{id}', {
          params: { path: { id: member.id } },
          body: { role },
        }),
      ),
    { stale: settingsKey(context), done: texts.changed },
  )
  return (
    <Select
      aria-label={texts.roleOf(member.name)}
      data={ROLES}
      value={member.role}
      disabled={changing.isPending}
      onChange={(role) =>
        role !== null && role !== member.role
          ? changing.mutate(role as Role, { onError: notifyError })
          : undefined
      }
      allowDeselect={false}
    />
  )
}
