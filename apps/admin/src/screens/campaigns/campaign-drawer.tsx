import { Button, Select, Skeleton, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { campaignQuery, type CampaignInput } from '../../api/campaigns.js'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { queryClient } from '../../api/query-client.js'
import type { Campaign } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { campaignForm as texts, campaigns } from '../../texts/campaigns.js'
import { common } from '../../texts/common.js'
import { linkForm } from '../../texts/links.js'
import { Conflict } from '../../ui/conflict.js'
import { Drawer } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { notify, notifyError } from '../../ui/notify.js'
import { ifMatch, saveVersion } from '../../ui/save-version.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { changedFields, changesOf, useEdit, type Edit } from '../../ui/use-edit.js'
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
    campaign?.version,
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
        saving.mutate(edit)
      }}
    >
      <FormErrors
        error={saving.error}
        title={texts.fix}
        conflict={
          <Conflict edit={edit} labels={FIELD_LABELS} describe={describe} saving={saving} />
        }
      />
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

const FIELD_LABELS: Readonly<Record<keyof Draft, string>> = {
  name: texts.name,
  description: texts.description,
  start_date: texts.start,
  end_date: texts.end,
  status: texts.status,
  ...linkForm.utmFields,
}

function describe(name: keyof Draft, value: string): string | undefined {
  const status = toStatus(value)
  return name === 'status' && status !== undefined ? campaigns.statuses[status] : undefined
}

/** Gives an archived campaign its former status. */
function useRestoreCampaign(id: number) {
  const context = useProject()
  return useMutation({
    mutationFn: (status: Campaign['status']) =>
      unwrap(
        context.api.PUT('/api/campaigns/{id}', { params: { path: { id } }, body: { status } }),
      ),
    onSuccess: () => {
      notify(common.undone)
      void queryClient.invalidateQueries({ queryKey: projectKey(context, 'campaigns') })
    },
    onError: notifyError,
  })
}

function useSaveCampaign(campaign: Campaign | null, onSaved: () => void) {
  const context = useProject()
  const client = useQueryClient()
  const restore = useRestoreCampaign(campaign?.id ?? 0)
  return useMutation({
    mutationFn: (edit: Edit<Draft>) => {
      const body = toInput(edit.values)
      if (campaign === null) return unwrap(context.api.POST('/api/campaigns', { body }))
      const { id } = campaign
      return saveVersion(edit, {
        save: (version) =>
          unwrap(
            context.api.PUT('/api/campaigns/{id}', {
              params: { path: { id }, header: ifMatch(version) },
              body: changesOf(body, changedFields(edit)),
            }),
          ),
        read: () => client.query({ ...campaignQuery(context, id), staleTime: 0 }),
        valuesOf: draftOf,
      })
    },
    onSuccess: ({ name, status }, { base }) => {
      const former = toStatus(base.status)
      const isArchived = campaign !== null && status === 'archived' && former !== 'archived'
      if (isArchived) notify(texts.archived(name), () => restore.mutate(former ?? 'draft'))
      else notify(campaign === null ? texts.created : texts.saved)
      void client.invalidateQueries({ queryKey: projectKey(context, 'campaigns') })
      onSaved()
    },
  })
}

function toInput(draft: Draft): CampaignInput {
  const texted = Object.fromEntries(FIELDS.map((name) => [name, draft[name].trim() || null]))
  return { ...texted, name: draft.name.trim(), status: toStatus(draft.status) ?? 'draft' }
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
