import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignQuery } from '../../api/campaigns.js'
import { linksQuery } from '../../api/links.js'
import type { Campaign } from '../../api/types.js'
import { BarList } from '../../charts/bar-list.js'
import { useProject } from '../../shell/project-context.js'
import { campaignDetail as texts, campaignForm, campaigns } from '../../texts/campaigns.js'
import { Card, Facts } from '../../ui/card.js'
import { sameSpan } from '../../ui/days.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { PageHeader } from '../../ui/page-header.js'
import { StatisticsSection } from '../../ui/statistics.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'
import { CampaignDrawer } from './campaign-drawer.js'
import { StatusBadge } from './campaign-status.js'
import { DeleteCampaign } from './delete-campaign.js'

const MOST_LINKS = 50

export function CampaignScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/campaigns/$id' })
  const search = useSearch({ from: '/p/$prefix/campaigns/$id' })
  const { form } = search
  const query = useQuery(campaignQuery(context, Number(id)))
  const campaign = query.data
  const canWrite = context.can('campaigns:write')
  return (
    <>
      <PageHeader
        title={campaign?.name ?? campaigns.campaign}
        crumb={
          <Link
            to="/p/$prefix/campaigns"
            params={{ prefix: context.project.prefix }}
            search={sameSpan(search)}
          >
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {campaigns.back}
          </Link>
        }
        lead={campaign && <StatusBadge status={campaign.status} />}
      >
        {campaign !== undefined && canWrite && <Actions campaign={campaign} />}
      </PageHeader>
      {query.error !== null && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {campaign !== undefined && (
        <div className={ui.split}>
          <div className={ui.grid}>
            <CampaignNumbers id={campaign.id} />
          </div>
          <div className={ui.grid}>
            <CampaignLinks campaign={campaign} />
            <Settings campaign={campaign} />
          </div>
        </div>
      )}
      {form !== undefined && canWrite && <CampaignDrawer form={form} />}
    </>
  )
}

function CampaignNumbers({ id }: { id: number }) {
  const search = useSearch({ from: '/p/$prefix/campaigns/$id' })
  const subject = { kind: 'campaign', id } as const
  return <StatisticsSection subject={subject} search={search} />
}

function Actions({ campaign }: { campaign: Campaign }) {
  const setSearch = useSetSearch()
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { project } = useProject()
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="trash" size={16} />}
        onClick={() => setRemoving(true)}
      >
        {campaigns.remove}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="link" size={16} />}
        onClick={() =>
          void navigate({
            to: '/p/$prefix/links',
            params: { prefix: project.prefix },
            search: { campaign: String(campaign.id), form: 'new' },
          })
        }
      >
        {campaigns.newLink}
      </Button>
      <Button
        leftSection={<Icon name="pencil" size={16} />}
        onClick={() => setSearch({ form: `edit:${campaign.id}` }, { keepsPage: true })}
      >
        {campaigns.edit}
      </Button>
      {isRemoving && <DeleteCampaign campaign={campaign} onClose={() => setRemoving(false)} />}
    </>
  )
}

function CampaignLinks({ campaign }: { campaign: Campaign }) {
  const context = useProject()
  const { prefix } = context.project
  const span = sameSpan(useSearch({ from: '/p/$prefix/campaigns/$id' }))
  const { data, error, refetch } = useQuery(
    linksQuery(context, {
      campaign_id: campaign.id,
      per_page: MOST_LINKS,
      sort: '-clicked_count',
    }),
  )
  return (
    <Card title={texts.links} aside={<span className="soft small">{texts.linksNote}</span>}>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={120} />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <p className="soft">{texts.linksEmpty}</p>
      ) : (
        <BarList
          items={data.data.map(({ code, name, clicked_count: count }) => ({
            key: code,
            label: (
              <Link to="/p/$prefix/links/$code" params={{ prefix, code }} search={span}>
                {name ?? code}
              </Link>
            ),
            count,
          }))}
        />
      )}
    </Card>
  )
}

function Settings({ campaign }: { campaign: Campaign }) {
  const {
    utm_source: source,
    utm_medium: medium,
    utm_campaign: slug,
    utm_term: term,
    utm_content: content,
  } = campaign
  return (
    <Card title={texts.settings}>
      <Facts
        facts={[
          [campaignForm.description, campaign.description],
          [texts.utm, [source, medium, slug, term, content].filter(Boolean).join(' / ') || null],
          [campaignForm.start, campaign.start_date],
          [campaignForm.end, campaign.end_date],
        ]}
      />
    </Card>
  )
}
