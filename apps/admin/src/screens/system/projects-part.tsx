import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { projectsQuery, restoreProject } from '../../api/projects.js'
import type { ProjectSummary } from '../../api/types.js'
import { CreateProject } from '../../shell/create-project.js'
import { DeleteProject } from '../../shell/delete-project.js'
import { useChange } from '../../shell/use-change.js'
import { common } from '../../texts/common.js'
import { deletion, system as texts } from '../../texts/system.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { DataTable, rowLink, type Column } from '../../ui/data-table.js'
import { formatDay } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { notifyError } from '../../ui/notify.js'
import { Pager } from '../../ui/pager.js'
import { SearchField } from '../../ui/search-field.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'

const PER_PAGE = 20
const EXPECTED = 4

/** The filters in the address. */
export type ProjectsSearch = Partial<Record<'search' | 'page', string>>

export function toProjectsQuery({ search = '', page = '1' }: ProjectsSearch) {
  return { page: Number(page), per_page: PER_PAGE, ...(search === '' ? {} : { search }) }
}

/** All projects of the installation. */
export function ProjectsPart() {
  const filters = useSearch({ from: '/p/$prefix/system' })
  const { search = '' } = filters
  const setSearch = useSetSearch()
  const [isCreating, setCreating] = useState(false)
  const [leaving, setLeaving] = useState<ProjectSummary | null>(null)
  const query = useQuery(projectsQuery(toProjectsQuery(filters)))
  const [title, text] =
    search === '' ? [texts.noProjects, texts.noProjectsText] : [texts.noneTitle, texts.noneText]
  return (
    <>
      <div className={ui.filters} role="search">
        <SearchField
          label={texts.search}
          value={search}
          onChange={(value) => setSearch({ search: value === '' ? undefined : value })}
        />
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)} ml="auto">
          {texts.newProject}
        </Button>
      </div>
      <Card isFlush>
        <DataTable
          label={texts.parts.projects}
          columns={columnsOf(setLeaving)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          expectedRows={EXPECTED}
          empty={<Message isInline icon="layers-intersect" title={title} text={text} />}
        />
      </Card>
      <Pager list={query.data} />
      {isCreating && <CreateProject onClose={() => setCreating(false)} />}
      {leaving !== null && <DeleteProject project={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function columnsOf(onDelete: (project: ProjectSummary) => void): Column<ProjectSummary>[] {
  return [
    {
      key: 'project',
      header: texts.project,
      cell: ({ name, prefix }) => (
        <Link
          to="/p/$prefix/overview"
          params={{ prefix }}
          className={`${rowLink ?? ''} clip`}
          dir="auto"
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'host',
      header: texts.linkHost,
      width: '30%',
      mobile: 'label',
      cell: ({ link_host: host }) => <code className="clip">{host}</code>,
    },
    {
      key: 'created',
      header: texts.created,
      width: 210,
      cell: ({ created_at: at, deletes_at: deletesAt }) =>
        deletesAt === null ? (
          <span className="soft">
            <Time at={at} />
          </span>
        ) : (
          <Badge tone="bad" icon="trash">
            {deletion.on(formatDay(deletesAt))}
          </Badge>
        ),
    },
    {
      key: 'actions',
      header: <span className="sr-only">{common.actions}</span>,
      width: 70,
      align: 'right',
      cell: (project) => <ProjectActions project={project} onDelete={() => onDelete(project)} />,
    },
  ]
}

function ProjectActions({ project, onDelete }: { project: ProjectSummary; onDelete: () => void }) {
  const restoring = useChange(() => restoreProject(project.id), {
    stale: [],
    done: deletion.restored,
  })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.actionsOf(project.name)}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {project.deletes_at === null ? (
          <Menu.Item color="red" onClick={onDelete}>
            {deletion.action}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => restoring.mutate(undefined, { onError: notifyError })}>
            {deletion.restore}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
