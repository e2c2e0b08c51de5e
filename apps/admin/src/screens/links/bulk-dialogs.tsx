import { Button, Group, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allCampaignsQuery } from '../../api/campaigns.js'
import type { Link } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { bulk as texts } from '../../texts/links.js'
import { common } from '../../texts/common.js'
import { Modal } from '../../ui/dialog.js'
import styles from '../../ui/form.module.css'
import type { BulkChange } from './bulk-undo.js'
import { CampaignField } from './campaign-field.js'
import { TagsField } from './tags-field.js'
import { useBulkChange } from './use-bulk-change.js'

interface DialogProps {
  links: readonly Link[]
  onClose: () => void
}

/** Adds tags to links and removes tags that some of them have. */
export function TagsDialog({ links, onClose }: DialogProps) {
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const present = [...new Set(links.flatMap(({ tags }) => tags))].sort()
  const change = {
    ...(added.length === 0 ? {} : { add_tags: added }),
    ...(removed.length === 0 ? {} : { remove_tags: removed }),
  }
  return (
    <ChangeDialog
      title={texts.tagTitle(links.length)}
      submit={texts.tagSubmit}
      done={texts.tagged(links.length)}
      change={Object.keys(change).length === 0 ? null : change}
      links={links}
      onClose={onClose}
    >
      <TagsField label={texts.addTags} value={added} onChange={setAdded} isFirst />
      {present.length > 0 && (
        <MultiSelect
          label={texts.removeTags}
          data={present}
          value={removed}
          onChange={setRemoved}
        />
      )}
    </ChangeDialog>
  )
}

/** Moves links to a campaign, or out of theirs. */
export function MoveDialog({ links, onClose }: DialogProps) {
  const campaigns = useQuery(allCampaignsQuery(useProject())).data?.data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const name = campaigns.find(({ id }) => String(id) === chosen)?.name
  return (
    <ChangeDialog
      title={texts.moveTitle(links.length)}
      submit={texts.move}
      done={name === undefined ? texts.movedOut(links.length) : texts.moved(links.length, name)}
      change={chosen === null ? null : { campaign_id: chosen === '' ? null : Number(chosen) }}
      links={links}
      onClose={onClose}
    >
      <CampaignField campaigns={campaigns} value={chosen} onChange={setChosen} isFirst />
    </ChangeDialog>
  )
}

interface ChangeDialogProps extends DialogProps {
  title: string
  submit: string
  done: string
  /** Null until the reader has chosen something. */
  change: BulkChange | null
  children: React.ReactNode
}

function ChangeDialog({
  title,
  submit,
  done,
  change,
  links,
  onClose,
  children,
}: ChangeDialogProps) {
  const changing = useBulkChange()
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (change !== null) changing.mutate({ links, change, done }, { onSuccess: onClose })
        }}
      >
        <div className={styles.form}>{children}</div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={change === null} loading={changing.isPending}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
