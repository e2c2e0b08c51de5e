import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Link } from '../../api/types.js'
import { bulk as texts, links as linkTexts } from '../../texts/links.js'
import { ChosenBar, type Choice } from '../../ui/choice.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { MoveDialog, TagsDialog } from './bulk-dialogs.js'
import { useBulkChange } from './use-bulk-change.js'

interface BulkActionsProps {
  choice: Choice
  /** The links of the page. */
  shown: readonly Link[]
}

/** Archives, restores, tags and moves the selected links. An archived link can only be restored. */
export function BulkActions({ choice, shown }: BulkActionsProps) {
  const [dialog, setDialog] = useState<'tags' | 'move' | null>(null)
  const changing = useBulkChange()
  const links = shown.filter(({ code }) => choice.chosen.has(code))
  const isArchived = links.some(({ archived_at: at }) => at !== null)
  const archive = (archived: boolean) =>
    changing.mutate({
      links,
      change: { archived },
      done: archived ? texts.archived(links.length) : texts.restored(links.length),
    })
  const parts = { links, onClose: () => setDialog(null) }
  return (
    <>
      <ChosenBar choice={choice}>
        {isArchived ? (
          <Action icon="restore" text={linkTexts.restore} run={() => archive(false)} />
        ) : (
          <>
            <Action icon="tag" text={texts.tag} run={() => setDialog('tags')} />
            <Action icon="speakerphone" text={texts.move} run={() => setDialog('move')} />
            <Action icon="archive" text={linkTexts.archive} run={() => archive(true)} />
          </>
        )}
      </ChosenBar>
      {dialog === 'tags' && <TagsDialog {...parts} />}
      {dialog === 'move' && <MoveDialog {...parts} />}
    </>
  )
}

function Action({ icon, text, run }: { icon: IconName; text: string; run: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<Icon name={icon} size={14} />} onClick={run}>
      {text}
    </Button>
  )
}
