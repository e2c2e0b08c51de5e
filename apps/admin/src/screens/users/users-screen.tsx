import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usersParams, usersQuery } from '../../api/account.js'
import { meQuery } from '../../api/session.js'
import type { User } from '../../api/types.js'
import { signInWays } from '../../texts/access.js'
import { users as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { CursorPager } from '../../ui/pager.js'
import { SignInWays } from '../../ui/sign-in-ways.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import { CreateUser, UserLink, type OneTimeLink } from './create-user.js'
import { UserActions } from './user-actions.js'

const EXPECTED = 4

/** Only for administrators of the installation. */
export function UsersScreen() {
  const { data: me } = useSuspenseQuery(meQuery)
  if (!me.is_admin)
    return <Message icon="lock" title={texts.forbiddenTitle} text={texts.forbiddenText} />
  return <Users ownId={me.id} />
}

function Users({ ownId }: { ownId: number }) {
  const { form, cursor } = useSearch({ from: '/p/$prefix/users' })
  const setSearch = useSetSearch()
  const query = useQuery(usersQuery(cursor))
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const create = (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
    >
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <ViewActions path="/api/users" query={usersParams(cursor)} needsSession />
        {create}
      </PageHeader>
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={columnsOf(ownId, setLink)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          expectedRows={EXPECTED}
          empty={
            <Message isInline icon="users" title={texts.emptyTitle} text={texts.emptyText}>
              {create}
            </Message>
          }
        />
      </Card>
      <CursorPager next={query.data?.next_cursor} cursor={cursor} />
      {form === 'new' && (
        <CreateUser onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
      {link !== null && <UserLink link={link} onClose={() => setLink(null)} />}
    </>
  )
}

function columnsOf(ownId: number, onLink: (link: OneTimeLink) => void): Column<User>[] {
  return [
    {
      key: 'user',
      header: texts.user,
      cell: ({ id, name, email }) => (
        <>
          <strong className="clip">
            {name}
            {id === ownId && <span className="soft"> ({common.you})</span>}
          </strong>
          <span className="clip soft small">{email}</span>
        </>
      ),
    },
    {
      key: 'rights',
      header: texts.rights,
      width: 160,
      cell: ({ is_admin: isAdmin }) =>
        isAdmin ? (
          <Badge tone="accent" icon="shield-lock">
            {texts.admin}
          </Badge>
        ) : (
          <span className="soft">{texts.plain}</span>
        ),
    },
    { key: 'ways', header: signInWays.title, width: 190, mobile: 'label-row', cell: SignInWays },
    {
      key: 'created',
      header: texts.created,
      width: 130,
      mobile: 'hide',
      cell: ({ created_at: at }) => (
        <span className="soft">
          <Time at={at} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr-only">{common.actions}</span>,
      width: 70,
      align: 'right',
      cell: (user) => <UserActions user={user} onLink={onLink} />,
    },
  ]
}
