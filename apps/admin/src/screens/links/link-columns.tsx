import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Link as LinkRecord } from '../../api/types.js'
import { common } from '../../texts/common.js'
import { links as texts } from '../../texts/links.js'
import { Badge } from '../../ui/badge.js'
import { CopyButton } from '../../ui/copy.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { formatCount } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import styles from './links.module.css'
import { useRestoreLink } from './use-restore-link.js'

interface Options {
  canWrite: boolean
  prefix: string
  onTag: (tag: string) => void
}

export function linkColumns({ canWrite, prefix, onTag }: Options): Column<LinkRecord>[] {
  return [
    {
      key: 'link',
      header: texts.link,
      cell: (link) => <NameCell link={link} prefix={prefix} onTag={onTag} />,
    },
    {
      key: 'destination',
      header: texts.destination,
      width: '27%',
      mobile: 'hide',
      cell: ({ actual_url: url }) => (
        <span className="clip soft" title={url}>
          {url.replace(/^https?:\/\/(www\.)?/, '')}
        </span>
      ),
    },
    {
      key: 'campaign',
      header: texts.campaign,
      width: '16%',
      cell: ({ campaign_name: name }) => (
        <span className="clip">{name ?? <span className="soft">–</span>}</span>
      ),
    },
    {
      key: 'clicks',
      header: texts.clicks,
      width: 92,
      align: 'right',
      mobile: 'label',
      cell: ({ clicked_count: count }) => <span className="num">{formatCount(count)}</span>,
    },
    {
      key: 'created',
      header: texts.created,
      width: 124,
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
      width: 60,
      align: 'right',
      mobile: 'hide',
      cell: (link) => <RowMenu link={link} canWrite={canWrite} />,
    },
  ]
}

function NameCell({
  link,
  prefix,
  onTag,
}: { link: LinkRecord } & Pick<Options, 'prefix' | 'onTag'>) {
  const { code, name, short_url: url, tags, expires_at: expiry } = link
  const hasExpired = expiry !== null && new Date(expiry) < new Date()
  return (
    <div className={styles.nameCell}>
      <div className={styles.nameLine}>
        <Link
          to="/p/$prefix/links/$code"
          params={{ prefix, code }}
          className={`${rowLink ?? ''} clip`}
        >
          {name ?? code}
        </Link>
        {hasExpired && (
          <Badge tone="warn" icon="clock">
            {texts.statuses.expired}
          </Badge>
        )}
        {tags.map((tag) => (
          <UnstyledButton key={tag} className={styles.tag} onClick={() => onTag(tag)}>
            {tag}
          </UnstyledButton>
        ))}
      </div>
      <div className={styles.nameLine}>
        <span className="clip soft small">{url.replace(/^https?:\/\//, '')}</span>
        <CopyButton value={url} label={texts.copyShort} />
      </div>
    </div>
  )
}

function RowMenu({ link, canWrite }: { link: LinkRecord; canWrite: boolean }) {
  const restore = useRestoreLink()
  const setSearch = useSetSearch()
  const openForm = (form: string) => setSearch({ form }, { keepsPage: true })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${common.actions}: ${link.code}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={link.short_url}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="external-link" size={16} />}
        >
          {texts.open}
        </Menu.Item>
        {canWrite && (
          <>
            {link.archived_at === null ? (
              <Menu.Item
                leftSection={<Icon name="pencil" size={16} />}
                onClick={() => openForm(`edit:${link.code}`)}
              >
                {texts.edit}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<Icon name="restore" size={16} />}
                onClick={() => restore.mutate(link.code)}
              >
                {texts.restore}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<Icon name="copy-plus" size={16} />}
              onClick={() => openForm(`copy:${link.code}`)}
            >
              {texts.duplicate}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
