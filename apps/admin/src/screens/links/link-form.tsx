import { Button } from '@mantine/core'
import { useQuery, useQueryClient, useMutation, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { linkQuery } from '../../api/links.js'
import type { Campaign } from '../../api/types.js'
import { useProject, type ProjectContext } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { linkForm as texts, links } from '../../texts/links.js'
import { Conflict } from '../../ui/conflict.js'
import { copyText } from '../../ui/copy.js'
import { FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'
import { ifMatch, saveVersion } from '../../ui/save-version.js'
import { changedFields, changesOf, useEdit, type Edit } from '../../ui/use-edit.js'
import { draftOf, FIELD_LABELS, tagsOf, toInput, type LinkDraft } from './link-draft.js'
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
  /** Of the link that `initial` shows; 0 for a new one. */
  version: number
  onDone: () => void
}

export function LinkForm({ draftName, initial, code, version, onDone }: LinkFormProps) {
  const context = useProject()
  const edit = useEdit(`link-${context.project.project_id}-${draftName}`, initial, version)
  const { values: draft, set } = edit
  const campaigns = useQuery(allCampaignsQuery(context)).data?.data ?? []
  const finish = () => {
    edit.forget()
    onDone()
  }
  const saving = useSaveLink(code, finish)
  const parts = { draft, set, error: saving.error }
  const campaign = campaigns.find(({ id }) => String(id) === draft.campaign_id)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(edit)
      }}
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <FormErrors
            error={saving.error}
            title={texts.fix}
            conflict={
              <Conflict
                edit={edit}
                labels={FIELD_LABELS}
                describe={(name, value) => describe(name, value, campaigns)}
                saving={saving}
              />
            }
          />
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
        <Button variant="default" onClick={finish}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {code === null ? texts.submitNew : texts.submitEdit}
        </Button>
      </div>
    </form>
  )
}

function describe(
  name: keyof LinkDraft,
  value: LinkDraft[keyof LinkDraft],
  campaigns: readonly Campaign[],
): string | undefined {
  if (name === 'is_deeplink') return value === true ? links.deepLink : links.webLink
  if (name === 'tags') return tagsOf(String(value)).join(', ') || undefined
  return name === 'campaign_id' ? campaigns.find(({ id }) => String(id) === value)?.name : undefined
}

/** @param code null for a new link */
function useSaveLink(code: string | null, onSaved: () => void) {
  const context = useProject()
  const client = useQueryClient()
  // A retry of the same values sends the same Idempotency-Key, so that it does not create a second link.
  const attempt = useRef({ key: '', values: '' })
  const keyFor = (draft: LinkDraft) => {
    const values = JSON.stringify(draft)
    if (values !== attempt.current.values) attempt.current = { key: newKey(), values }
    return attempt.current.key
  }
  return useMutation({
    mutationFn: (edit: Edit<LinkDraft>) =>
      code === null
        ? createLink(context, edit.values, keyFor(edit.values))
        : saveLink({ context, client, code }, edit),
    onSuccess: async (link) => {
      if (code === null) await copyText(link.short_url).catch(() => undefined)
      notify(code === null ? texts.createdToast : texts.savedToast)
      void client.invalidateQueries({ queryKey: projectKey(context, 'links') })
      onSaved()
    },
  })
}

function createLink({ api }: ProjectContext, draft: LinkDraft, idempotencyKey: string) {
  const [input, own] = [toInput(draft), draft.code.trim()]
  return unwrap(
    api.POST('/api/links', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: own === '' ? input : { ...input, code: own },
    }),
  )
}

interface SavedLink {
  context: ProjectContext
  client: QueryClient
  code: string
}

function saveLink({ context, client, code }: SavedLink, edit: Edit<LinkDraft>) {
  const body = changesOf(toInput(edit.values), changedFields(edit))
  return saveVersion(edit, {
    save: (version) =>
      unwrap(
        context.api.PUT('/api/links/{code}', {
          params: { path: { code }, header: ifMatch(version) },
          body,
        }),
      ),
    read: () => client.query({ ...linkQuery(context, code), staleTime: 0 }),
    valuesOf: (link) => draftOf(link, true),
  })
}

/** `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
