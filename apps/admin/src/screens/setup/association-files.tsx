import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { servedFilesQuery } from '../../api/settings.js'
import type { ServedFile } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { toSentence } from '../../texts/served.js'
import { setup as texts } from '../../texts/setup.js'
import { Card } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import styles from './setup.module.css'

/** What the link host of the project answers to phones. */
export function AssociationFiles({ host }: { host: string }) {
  const { prefix } = useProject().project
  const query = useQuery(servedFilesQuery(useProject(), host))
  return (
    <Card
      title={texts.files}
      aside={
        <Link to="/p/$prefix/settings/app-links" params={{ prefix }}>
          {texts.toAppLinks}
        </Link>
      }
    >
      {query.error !== null ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton height={160} />
      ) : (
        <div className={styles.stack}>
          <p className="soft">{texts.filesText(host)}</p>
          {query.data.files.map((file) => (
            <Served key={file.kind} file={file} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Served({ file: { url, problem, file } }: { file: ServedFile }) {
  const path = new URL(url).pathname
  return (
    <section aria-label={path}>
      <h3 className={styles.file}>{path}</h3>
      {problem !== null ? (
        <p className={styles.fault}>{toSentence(problem.message)}</p>
      ) : file === null ? (
        <p className="soft">{texts.fileNone}</p>
      ) : (
        <CodeBlock text={file} label={path} />
      )}
    </section>
  )
}
