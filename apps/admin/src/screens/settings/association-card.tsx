import { useState } from 'react'
import type { FileKind } from '../../api/settings.js'
import type { Apps, AssociationFile } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { appLinks as texts } from '../../texts/hosts.js'
import { Card } from '../../ui/card.js'
import { Segments } from '../../ui/segments.js'
import { AppsForm } from './apps-form.js'
import { FileEditor } from './file-editor.js'

interface AssociationCardProps {
  kind: FileKind
  apps: Apps
  file: AssociationFile
}

type Mode = 'apps' | 'file'

const MODES = [
  ['apps', texts.fromApps],
  ['file', texts.ownFile],
] as const

/** One association file: made from a form of apps, or written by hand. Both are validated during typing. */
export function AssociationCard({ kind, apps, file }: AssociationCardProps) {
  const { can } = useProject()
  const [mode, setMode] = useState<Mode>(file.source === 'pasted' ? 'file' : 'apps')
  const isReadOnly = !can('app-association:write')
  const platform = kind === 'asset-links' ? texts.android : texts.ios
  return (
    <Card
      title={platform}
      aside={
        <Segments label={texts.mode(platform)} options={MODES} value={mode} onChange={setMode} />
      }
    >
      {mode === 'apps' ? (
        <AppsForm
          kind={kind}
          apps={apps}
          isPasted={file.source === 'pasted'}
          isReadOnly={isReadOnly}
        />
      ) : (
        <FileEditor kind={kind} file={file} isReadOnly={isReadOnly} />
      )}
    </Card>
  )
}
