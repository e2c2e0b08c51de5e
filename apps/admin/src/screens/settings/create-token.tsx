import { Checkbox, Select, TextInput } from '@mantine/core'
import { ABILITIES } from '@throughline/contracts/abilities'
import { unwrap } from '../../api/client.js'
import { serverNow } from '../../api/server-clock.js'
import { settingsKey } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { tokens as texts } from '../../texts/access.js'
import { common } from '../../texts/common.js'
import { Drawer } from '../../ui/dialog.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { FormFooter } from '../../ui/form-footer.js'
import formStyles from '../../ui/form.module.css'
import { Segments } from '../../ui/segments.js'
import { ShowOnce } from '../../ui/show-once.js'
import { useStoredDraft } from '../../ui/use-stored-draft.js'
import styles from './settings.module.css'

const WIDTH = 560
const DAY_MS = 86_400_000

type Preset = keyof typeof texts.presets

const PRESETS = Object.entries(texts.presets) as [Preset, string][]
const READING = ABILITIES.filter((ability) => ability.endsWith(':read'))

interface Draft {
  name: string
  preset: Preset
  chosen: readonly string[]
  days: string
}

const EMPTY: Draft = { name: '', preset: 'all', chosen: [], days: '' }

export function CreateToken({ onClose }: { onClose: () => void }) {
  const context = useProject()
  const [draft, setDraft, forget] = useStoredDraft(`token-${context.project.project_id}-new`, EMPTY)
  const creating = useChange(
    () => unwrap(context.api.POST('/api/project/tokens', { body: toBody(draft) })),
    { stale: settingsKey(context), onDone: () => forget() },
  )
  const cancel = () => {
    forget()
    onClose()
  }
  const created = creating.data
  return (
    <Drawer
      opened
      onClose={onClose}
      size={WIDTH}
      title={created === undefined ? texts.formTitle : texts.secretTitle}
      // A click outside the drawer must not close it: the secret is shown only once.
      closeOnClickOutside={created === undefined}
    >
      {created !== undefined ? (
        <ShowOnce
          text={texts.secretText}
          label={texts.secret}
          value={created.token}
          done={texts.done}
          onDone={onClose}
        />
      ) : (
        <form
          className={formStyles.form}
          onSubmit={(event) => {
            event.preventDefault()
            creating.mutate()
          }}
        >
          <FormErrors error={creating.error} title={common.fix} />
          <Fields
            draft={draft}
            set={(change) => setDraft({ ...draft, ...change })}
            error={creating.error}
          />
          <FormFooter
            submit={texts.submit}
            isPending={creating.isPending}
            isDisabled={draft.preset === 'chosen' && draft.chosen.length === 0}
            onCancel={cancel}
          />
        </form>
      )}
    </Drawer>
  )
}

function toBody({ name, preset, chosen, days }: Draft) {
  const abilities = { all: ['*'], read: READING, chosen: [...chosen] }[preset]
  const expires = days === '' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString()
  return { name: name.trim(), abilities: [...abilities], expires_at: expires }
}

interface FieldsProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  error: Error | null
}

function Fields({ draft, set, error }: FieldsProps) {
  const toggle = (ability: string, isOn: boolean) =>
    set({
      chosen: isOn ? [...draft.chosen, ability] : draft.chosen.filter((one) => one !== ability),
    })
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errorOf(error, 'name')}
        maxLength={255}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <div>
        <p style={{ marginBottom: 6, fontWeight: 550 }}>{texts.preset}</p>
        <Segments
          label={texts.preset}
          options={PRESETS}
          value={draft.preset}
          onChange={(preset) => set({ preset })}
        />
      </div>
      {draft.preset === 'chosen' && (
        <fieldset className={`${styles.checks ?? ''} ${styles.twoColumns ?? ''}`}>
          <legend className="sr-only">{texts.abilities}</legend>
          {ABILITIES.map((ability) => (
            <Checkbox
              key={ability}
              label={<code>{ability}</code>}
              checked={draft.chosen.includes(ability)}
              onChange={(event) => toggle(ability, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
      <Select
        label={texts.expiry}
        data={texts.expiries.map(([value, label]) => ({ value, label }))}
        value={draft.days}
        onChange={(value) => set({ days: value ?? '' })}
        error={errorOf(error, 'expires_at')}
        allowDeselect={false}
      />
    </>
  )
}
