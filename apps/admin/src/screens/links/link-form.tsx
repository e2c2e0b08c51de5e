import { Button } from '@mantine/core'
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { linkForm as texts } from '../../texts/links.js'
import { copyText } from '../../ui/copy.js'
import { FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'
import { changesOf, useEdit } from '../../ui/use-edit.js'
import { toInput, type LinkDraft } from './link-draft.js'
import { MainFields } from './link-form-fields.js'
import { AppSection, ExpirySection, SocialSection, UtmSection } from './link-form-sections.js'
import { LinkPreview } from './link-preview.js'
import styles from './links.module.css'

interface LinkFormProps {
  initial: LinkDraft
  /** Names the draft. Each form of the address has its own, so that an old draft does not replace a pasted URL. */
  draftName: string
  /** Null for a new link. */
  code: string | null
  /** The version that the form shows. */
  version: number | null
  onDone: () => void
}

export function LinkForm({ draftName, initial, code, version, onDone }: LinkFormProps) {
  const context = useProject()
  const {
    values: draft,
    set,
    changed,
    forget,
  } = useEdit(`link-${context.project.project_id}-${draftName}`, initial)
  const campaigns = useQuery(allCampaignsQuery(context)).data?.data ?? []
  const saving = useSaveLink({ code, version }, () => {
    forget()
    onDone()
  })
  // A retry sends the same Idempotency-Key, so a code chosen by the server does not create a second link.
  const [idempotencyKey] = useState(newKey)
  const cancel = () => {
    forget()
    onDone()
  }
  const parts = { draft, set, error: saving.error }
  const campaign = campaigns.find(({ id }) => String(id) === draft.campaign_id)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ draft, changed, idempotencyKey })
      }}
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <FormErrors error={saving.error} title={texts.fix} />
          <MainFields {...parts} isNew={code === null} campaigns={campaigns} />
          <div>
            <AppSection {...parts} />
            <UtmSection {...parts} campaign={campaign} />
            <SocialSection {...parts} />
            <ExpirySection {...parts} />
          </div>
        </div>
        <LinkPreview draft={draft} code={code} />
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {code === null ? texts.submitNew : texts.submitEdit}
        </Button>
      </div>
    </form>
  )
}

interface Saving {
  draft: LinkDraft
  changed: readonly (keyof LinkDraft)[]
  idempotencyKey: string
}

function useSaveLink(
  { code, version }: Pick<LinkFormProps, 'code' | 'version'>,
  onSaved: () => void,
) {
  // The link is read again while the form is open, and the form still shows the first version.
  const [shown] = useState(version)
  const context = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, changed, idempotencyKey }: Saving) => {
      const input = toInput(draft)
      if (code !== null) {
        const body = changesOf(input, changed)
        const header = shown === null ? {} : { 'If-Match': `"${shown}"` }
        return unwrap(
          context.api.PUT('/api/links/{code}', { params: { path: { code }, header }, body }),
        )
      }
      const own = draft.code.trim()
      return unwrap(
        context.api.POST('/api/links', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: own === '' ? input : { ...input, code: own },
        }),
      )
    },
    onSuccess: async (link) => {
      if (code === null) await copyText(link.short_url).catch(() => undefined)
      notify(code === null ? texts.createdToast : texts.savedToast)
      void client.invalidateQueries({ queryKey: projectKey(context, 'links') })
      onSaved()
    },
  })
}

/** `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
