import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { associationFileQuery, type FileKind } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { setup as texts } from '../../texts/setup.js'
import { Card } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import styles from './setup.module.css'

const FILES: readonly [FileKind, string][] = [
  ['asset-links', '/.well-known/assetlinks.json'],
  ['app-site-association', '/.well-known/apple-app-site-association'],
]

/** What every link host of the project serves. */
export function AssociationFiles({ host }: { host: string }) {
  const { prefix } = useProject().project
  return (
    <Card
      title={texts.files}
      aside={
        <Link to="/p/$prefix/settings/app-links" params={{ prefix }}>
          {texts.toAppLinks}
        </Link>
      }
    >
      <div className={styles.stack}>
        <p className="soft">{texts.filesText(host)}</p>
        {FILES.map(([kind, path]) => (
          <section key={kind} aria-label={path}>
            <h3 className={styles.file}>{path}</h3>
            <ServedFile kind={kind} path={path} />
          </section>
        ))}
      </div>
    </Card>
  )
}

function ServedFile({ kind, path }: { kind: FileKind; path: string }) {
  const query = useQuery(associationFileQuery(useProject(), kind))
  if (query.error !== null)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return null
  const { file } = query.data
  return file === null ? (
    <p className="soft">{texts.fileNone}</p>
  ) : (
    <CodeBlock text={file} label={path} />
  )
}
