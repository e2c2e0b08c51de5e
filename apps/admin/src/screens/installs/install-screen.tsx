import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { explainQuery } from '../../api/installs.js'
import type { Explanation } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { platforms } from '../../texts/evidence.js'
import { erase, explain as texts, installs } from '../../texts/installs.js'
import { Card } from '../../ui/card.js'
import { copyAndNotify } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { ViewActions } from '../../ui/view-actions.js'
import { EraseInstall } from './erase-install.js'
import { ExplainPicture, ExplainWhy } from './explain-picture.js'
import { ResultBadge } from './install-columns.js'
import { InstallDeliveries, InstallFacts } from './install-facts.js'
import { supportText } from './support-text.js'
import styles from './explain.module.css'

export function InstallScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/installs/$id' })
  const query = useQuery(explainQuery(context, id))
  const explanation = query.data
  const name =
    explanation?.platform == null
      ? installs.install
      : `${platforms[explanation.platform] ?? ''} install`
  return (
    <>
      <PageHeader
        title={name}
        crumb={
          <Link to="/p/$prefix/installs" params={{ prefix: context.project.prefix }}>
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {installs.back}
          </Link>
        }
        lead={explanation && <ResultBadge {...explanation} />}
      >
        <ViewActions path="/api/attribution/explain" query={{ install_id: id, near: 'true' }} />
        {explanation !== undefined && <Actions explanation={explanation} />}
      </PageHeader>
      {query.error !== null && (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {query.isPending && <Skeleton height={420} radius="lg" />}
      {explanation !== undefined && (
        <div className={ui.grid}>
          <div className={ui.split} style={{ alignItems: 'stretch' }}>
            <div className={styles.column}>
              <ExplainWhy explanation={explanation} />
              {explanation.step !== 'consent' && <InstallDeliveries explanation={explanation} />}
            </div>
            <div className={styles.column}>
              <InstallFacts explanation={explanation} />
            </div>
          </div>
          <ExplainPicture explanation={explanation} />
        </div>
      )}
    </>
  )
}

function Actions({ explanation }: { explanation: Explanation }) {
  const { can } = useProject()
  const [isErasing, setErasing] = useState(false)
  const copy = () => copyAndNotify(supportText(explanation), texts.supportHint)
  return (
    <>
      {can('erasures:write') && explanation.step !== 'consent' && (
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => setErasing(true)}
        >
          {erase.action}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="clipboard" size={16} />}
        onClick={() => void copy()}
      >
        {texts.support}
      </Button>
      {isErasing && (
        <EraseInstall installId={explanation.install_id} onClose={() => setErasing(false)} />
      )}
    </>
  )
}
