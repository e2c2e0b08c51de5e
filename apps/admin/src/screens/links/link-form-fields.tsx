import { Anchor, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client.js'
import { availabilityQuery } from '../../api/links.js'
import type { Campaign } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { linkForm as texts } from '../../texts/links.js'
import { errorOf } from '../../ui/form-errors.js'
import { Icon } from '../../ui/icons.js'
import { CampaignField } from './campaign-field.js'
import { tagsOf, type LinkDraft } from './link-draft.js'
import styles from './links.module.css'
import { TagsField } from './tags-field.js'

export interface FormPart {
  draft: LinkDraft
  set: (change: Partial<LinkDraft>) => void
  error: Error | null
}

type TextName = Exclude<keyof LinkDraft, 'is_deeplink'>

interface FieldProps extends FormPart {
  name: TextName
  label: string
  description?: string
  type?: 'url' | 'datetime-local'
  placeholder?: string
  isRequired?: boolean
  isFirst?: boolean
  maxLength?: number
}

export function Field({
  draft,
  set,
  error,
  name,
  isRequired = false,
  isFirst = false,
  ...props
}: FieldProps) {
  return (
    <TextInput
      {...props}
      name={name}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errorOf(error, name)}
      required={isRequired}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

export function MainFields({
  isNew,
  campaigns,
  ...part
}: FormPart & { isNew: boolean; campaigns: readonly Campaign[] }) {
  const { draft, set } = part
  return (
    <>
      <Field
        {...part}
        name="actual_url"
        type="url"
        label={texts.actualUrl}
        description={texts.actualUrlHint}
        placeholder="https://shop.example.com/spring"
        isRequired
        isFirst
      />
      <div className={styles.pair}>
        {isNew && <CodeField {...part} />}
        <Field
          {...part}
          name="name"
          label={texts.name}
          description={texts.nameHint}
          maxLength={255}
        />
      </div>
      <div className={styles.pair}>
        <CampaignField
          campaigns={campaigns}
          value={draft.campaign_id}
          onChange={(id) => set({ campaign_id: id })}
        />
        <TagsField
          label={texts.tags}
          description={texts.tagsHint}
          value={tagsOf(draft.tags)}
          onChange={(tags) => set({ tags: JSON.stringify(tags) })}
          error={errorOf(part.error, 'tags')}
        />
      </div>
    </>
  )
}

/** Somebody was faster with the same code. */
function isTaken(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'code_taken'
}

const TYPING_MS = 350
/** Shows during typing whether the code is available. */
function CodeField(part: FormPart) {
  const { draft, set, error } = part
  const [typed] = useDebouncedValue(draft.code.trim(), TYPING_MS)
  const found = useQuery(availabilityQuery(useProject(), typed)).data
  const state =
    typed === '' || typed !== draft.code.trim() || found === undefined ? null : (
      <span className={styles.codeState}>
        <Icon name={found.available ? 'circle-check' : 'circle-x'} size={15} />
        {found.available ? texts.codeFree(typed) : texts.codeNotFree(found)}
        {found.suggestion !== null && (
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => set({ code: found.suggestion ?? '' })}
          >
            {texts.codeUse}
          </Anchor>
        )}
      </span>
    )
  return (
    <TextInput
      name="code"
      label={texts.code}
      description={state ?? texts.codeHint}
      descriptionProps={{ role: 'status', component: 'div' }}
      value={draft.code}
      onChange={(event) => set({ code: event.currentTarget.value })}
      error={isTaken(error) ? error.message : errorOf(error, 'code')}
      pattern="[A-Za-z0-9_\-]{1,64}"
      title={texts.codeHint}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
