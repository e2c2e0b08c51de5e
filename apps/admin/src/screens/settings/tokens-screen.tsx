import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { settingsKey, tokensQuery } from '../../api/settings.js'
import type { Token } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { tokens as texts } from '../../texts/access.js'
import { common } from '../../texts/common.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { Time, useNow } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { CreateToken } from './create-token.js'
import { SettingsPage } from './settings-page.js'

const EXPECTED = 3

export function TokensScreen() {
  const context = useProject()
  const { form } = useSearch({ from: '/p/$prefix/settings/tokens' })
  const setSearch = useSetSearch()
  const query = useQuery(tokensQuery(context))
  const [leaving, setLeaving] = useState<Token | null>(null)
  const isOwner = context.can('tokens:write')
  const create = isOwner && (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
    >
      {texts.create}
    </Button>
  )
  return (
    <SettingsPage section="tokens" actions={create}>
      <Card isFlush>
        <DataTable
          label={texts.label}
          columns={isOwner ? [...COLUMNS, revokeColumn(setLeaving)] : COLUMNS}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          expectedRows={EXPECTED}
          empty={
            <Message isInline icon="key" title={texts.emptyTitle} text={texts.emptyText}>
              {create}
            </Message>
          }
        />
      </Card>
      {leaving !== null && <RevokeToken token={leaving} onClose={() => setLeaving(null)} />}
      {form === 'new' && isOwner && (
        <CreateToken onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </SettingsPage>
  )
}

const COLUMNS: readonly Column<Token>[] = [
  {
    key: 'token',
    header: texts.token,
    cell: ({ id, name }) => (
      <>
        <strong className="clip">{name}</strong>
        <span className="soft small mono">{id}|…</span>
      </>
    ),
  },
  {
    key: 'permits',
    header: texts.permits,
    width: 170,
    mobile: 'label',
    cell: ({ abilities }) => <span title={abilities.join(', ')}>{summaryOf(abilities)}</span>,
  },
  {
    key: 'used',
    header: texts.used,
    width: 140,
    mobile: 'label',
    cell: ({ last_used_at: at }) => (
      <span className="soft">{at === null ? common.never : <Time at={at} />}</span>
    ),
  },
  {
    key: 'expires',
    header: texts.expires,
    width: 130,
    mobile: 'hide',
    cell: ({ expires_at: at }) => <Expiry at={at} />,
  },
]

function summaryOf(abilities: readonly string[]): string {
  if (abilities.includes('*')) return texts.everything
  const isReading = abilities.every((ability) => ability.endsWith(':read'))
  return isReading && abilities.length > 5 ? texts.reads : texts.count(abilities.length)
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return <span className="soft">{common.never}</span>
  if (new Date(at).getTime() > now) return <Time at={at} />
  return (
    <Badge tone="idle" icon="clock">
      {texts.expired}
    </Badge>
  )
}

function revokeColumn(onRevoke: (token: Token) => void): Column<Token> {
  return {
    key: 'revoke',
    header: <span className="sr-only">{common.actions}</span>,
    width: 110,
    align: 'right',
    cell: (token) => (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={texts.revokeOf(token.name)}
        onClick={() => onRevoke(token)}
      >
        {texts.revoke}
      </Button>
    ),
  }
}

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const context = useProject()
  const [keeps, setKeeps] = useState(false)
  const revoking = useChange(
    () =>
      unwrap(
        context.api.DELETE('/api/project/tokens/{id}', {
          params: { path: { id: token.id }, query: { keep_children: keeps } },
        }),
      ),
    { stale: settingsKey(context), done: texts.revoked, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title={texts.revokeTitle(token.name)}
      text={texts.revokeText}
      action={texts.revoke}
      change={revoking}
      onClose={onClose}
    >
      <Checkbox
        mt="md"
        label={texts.keepChildren}
        checked={keeps}
        onChange={(event) => setKeeps(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
