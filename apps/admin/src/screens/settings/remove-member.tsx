import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { settingsKey } from '../../api/settings.js'
import type { Member } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { members as texts } from '../../texts/access.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const context = useProject()
  const [revokes, setRevokes] = useState(true)
  const removing = useChange(
    () =>
      unwrap(
        context.api.DELETE('/api/project/members/{id}', {
          params: { path: { id: member.id }, query: { revoke_tokens: revokes } },
        }),
      ),
    { stale: settingsKey(context), done: texts.removed, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title={texts.removeTitle(member.name)}
      text={texts.removeText}
      action={texts.remove}
      change={removing}
      onClose={onClose}
    >
      <Checkbox
        mt="md"
        label={texts.removeTokens}
        description={texts.removeTokensHint}
        checked={revokes}
        onChange={(event) => setRevokes(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
