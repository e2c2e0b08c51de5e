import { useQuery } from '@tanstack/react-query'
import { installsQuery } from '../../api/installs.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts } from '../../texts/links.js'
import { Card } from '../../ui/card.js'
import { DataTable } from '../../ui/data-table.js'
import { installColumns } from '../installs/install-columns.js'

const LATEST = 5

export function LinkInstalls({ code }: { code: string }) {
  const context = useProject()
  const query = useQuery(installsQuery(context, { link: code, limit: LATEST }))
  return (
    <Card title={texts.installs} isFlush>
      <DataTable
        label={texts.installs}
        columns={installColumns(context.project.prefix).filter(
          ({ key }) => key !== 'link' && key !== 'country',
        )}
        query={{ ...query, data: query.data?.data }}
        rowKey={({ install_id: id }) => id}
        expectedRows={LATEST}
        empty={<p style={{ padding: '18px' }}>{texts.installsEmpty}</p>}
      />
    </Card>
  )
}
