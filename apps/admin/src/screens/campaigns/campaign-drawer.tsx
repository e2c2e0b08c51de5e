import {
  Button,
  Drawer,
  Select,
  Skeleton,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignQuery, type CampaignInput } from '../../api/campaigns.js'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Campaign } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { campaignForm as texts, campaigns } from '../../texts/campaigns.js'
import { common } from '../../texts/common.js'
import { linkForm } from '../../texts/links.js'
import { Failure } from '../../ui/failure.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { changesOf, useEdit } from '../../ui/use-edit.js'
import styles from '../../ui/form.module.css'
import { toStatus } from './campaign-status.js'

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
const FIELDS = ['name', 'description', 'start_date', 'end_date', ...UTM] as const
const WIDTH = 560

type Draft = Record<(typeof FIELDS)[number] | 'status', string>

/** @param form from the address: `new` or `edit:ID` */
export function CampaignDrawer({ form }: { form: string }) {
  const setSearch = useSetSearch()
  const close = () => setSearch({ form: undefined }, { keepsPage: true })
  const id = form.startsWith('edit:') ? Number(form.slice('edit:'.length)) : null
  const query = useQuery({ ...campaignQuery(useProject(), id ?? 0), enabled: id !== null })
  const title = id === null ? texts.newTitle : texts.editTitle(query.data?.name ?? '')
  return (
    <Drawer opened onClose={close} size={WIDTH} title={title}>
      {id === null ? (
        <CampaignForm campaign={null} onDone={close} />
      ) : query.data !== undefined ? (
        <CampaignForm campaign={query.data} onDone={close} />
      ) : query.error !== null ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </Drawer>
  )
}

function CampaignForm({ campaign, onDone }: { campaign: Campaign | null; onDone: () => void }) {
  const context = useProject()
  const edit = useEdit(
    `campaign-${context.project.project_id}-${campaign?.id ?? 'new'}`,
    draftOf(campaign),
  )
  const finish = () => {
    edit.forget()
    onDone()
  }
  const saving = useSaveCampaign(campaign, finish)
  const field = (name: keyof Draft) => ({
    name,
    value: edit.values[name],
    error: errorOf(saving.error, name),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      edit.set({ [name]: event.currentTarget.value }),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ draft: edit.values, changed: edit.changed })
      }}
    >
      <FormErrors error={saving.error} title={texts.fix} />
      <TextInput
        {...field('name')}
        label={texts.name}
        description={texts.nameHint}
        required
        maxLength={255}
        data-autofocus
      />
      <StatusField value={edit.values.status} onChange={(status) => edit.set({ status })} />
      <Textarea {...field('description')} label={texts.description} rows={2} maxLength={2000} />
      <div className={styles.pair}>
        <TextInput {...field('start_date')} type="date" label={texts.start} />
        <TextInput {...field('end_date')} type="date" label={texts.end} />
      </div>
      <UtmFields field={field} />
      <div className={styles.footer}>
        <Button variant="default" onClick={finish}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {campaign === null ? texts.submitNew : texts.submitEdit}
        </Button>
      </div>
    </form>
  )
}

function StatusField(props: { value: string; onChange: (status: string) => void }) {
  const { value, onChange } = props
  return (
    <Select
      label={texts.status}
      description={texts.statusHint}
      data={Object.entries(campaigns.statuses).map(([value, label]) => ({ value, label }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? 'draft')}
      allowDeselect={false}
    />
  )
}

function UtmFields({ field }: { field: (name: (typeof UTM)[number]) => TextInputProps }) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.utm}</legend>
      <p className="soft small">{texts.utmHint}</p>
      <div className={styles.pair}>
        {UTM.map((name) => (
          <TextInput
            key={name}
            {...field(name)}
            label={linkForm.utmFields[name]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
    </fieldset>
  )
}

function useSaveCampaign(campaign: Campaign | null, onSaved: () => void) {
  const context = useProject()
  const client = useQueryClient()
  // The version that the form shows. The list may be read again while the form is open.
  const [version] = useState(campaign?.version ?? 0)
  return useMutation({
    mutationFn: ({ draft, changed }: { draft: Draft; changed: readonly (keyof Draft)[] }) => {
      const texted = Object.fromEntries(FIELDS.map((name) => [name, draft[name].trim() || null]))
      const body = {
        ...texted,
        name: draft.name.trim(),
        status: toStatus(draft.status) ?? 'draft',
      } as CampaignInput
      return campaign === null
        ? unwrap(context.api.POST('/api/campaigns', { body }))
        : unwrap(
            context.api.PUT('/api/campaigns/{id}', {
              params: { path: { id: campaign.id }, header: { 'If-Match': `"${version}"` } },
              body: changesOf(body, changed),
            }),
          )
    },
    onSuccess: () => {
      notify(campaign === null ? texts.created : texts.saved)
      void client.invalidateQueries({ queryKey: projectKey(context, 'campaigns') })
      onSaved()
    },
  })
}

function draftOf(campaign: Campaign | null): Draft {
  const text = (name: (typeof FIELDS)[number]) => campaign?.[name] ?? ''
  return {
    ...(Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as Record<
      (typeof FIELDS)[number],
      string
    >),
    status: campaign?.status ?? 'active',
  }
}
