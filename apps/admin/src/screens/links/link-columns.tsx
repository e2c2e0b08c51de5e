import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../api/server-clock.js'
import type { Link as LinkRecord } from '../../api/types.js'
import { common } from '../../texts/common.js'
import { linkDetail as detail, links as texts } from '../../texts/links.js'
import { Badge } from '../../ui/badge.js'
import { ChoiceBox, ChooseAll, type Choice } from '../../ui/choice.js'
import { CopyButton } from '../../ui/copy.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { formatCount } from '../../ui/format.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import styles from './links.module.css'
import { useBulkChange } from './use-bulk-change.js'

interface Options {
  /** Undefined if the role may not change links. */
  choice: Choice | undefined
  prefix: string
  onTag: (tag: string) => void
}

export function linkColumns({ choice, prefix, onTag }: Options): Column<LinkRecord>[] {
  return [
    {
      key: 'link',
      header: texts.link,
      sorts: ['name', '-name'],
      ...(choice === undefined ? {} : { before: <ChooseAll choice={choice} /> }),
      cell: (link) => <NameCell link={link} prefix={prefix} choice={choice} onTag={onTag} />,
    },
    {
      key: 'destination',
      header: texts.destination,
      width: '22%',
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
      width: '15%',
      cell: ({ campaign_name: name }) => (
        <span className="clip">{name ?? <span className="soft">–</span>}</span>
      ),
    },
    ...COUNTS,
    {
      key: 'created',
      header: texts.created,
      sorts: ['created_at', '-created_at'],
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
      cell: (link) => <RowMenu link={link} canWrite={choice !== undefined} />,
    },
  ]
}

const COUNTS: readonly Column<LinkRecord>[] = [
  {
    key: 'clicks',
    header: texts.clicks,
    sorts: ['-clicked_count', 'clicked_count'],
    width: 100,
    align: 'right',
    mobile: 'label',
    cell: ({ clicked_count: count }) => <span className="num">{formatCount(count)}</span>,
  },
  {
    key: 'installs',
    header: texts.installs,
    width: 100,
    align: 'right',
    mobile: 'label-start',
    cell: ({ installs }) => <span className="num">{formatCount(installs)}</span>,
  },
]

function NameCell({ link, choice, ...parts }: { link: LinkRecord } & Options) {
  if (choice === undefined) return <Names link={link} {...parts} />
  return (
    <div className={styles.chosenCell}>
      <ChoiceBox choice={choice} id={link.code} name={link.code} />
      <Names link={link} {...parts} />
    </div>
  )
}

function Names({ link, prefix, onTag }: { link: LinkRecord } & Omit<Options, 'choice'>) {
  const { code, name, short_url: url, tags, expires_at: expiry } = link
  const hasExpired = expiry !== null && Date.parse(expiry) < serverNow()
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
        {canWrite && <WriteItems link={link} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function WriteItems({ link }: { link: LinkRecord }) {
  const { code } = link
  const isArchived = link.archived_at !== null
  const changing = useBulkChange()
  const setSearch = useSetSearch()
  const openForm = (mode: string) => setSearch({ form: `${mode}:${code}` }, { keepsPage: true })
  const archive = () =>
    changing.mutate({
      links: [link],
      change: { archived: !isArchived },
      done: isArchived ? detail.restored(code) : detail.archived(code),
    })
  const item = (icon: IconName, text: string, run: () => void) => (
    <Menu.Item leftSection={<Icon name={icon} size={16} />} onClick={run}>
      {text}
    </Menu.Item>
  )
  return (
    <>
      {!isArchived && item('pencil', texts.edit, () => openForm('edit'))}
      {item('copy-plus', texts.duplicate, () => openForm('copy'))}
      {isArchived
        ? item('restore', texts.restore, archive)
        : item('archive', texts.archive, archive)}
    </>
  )
}
