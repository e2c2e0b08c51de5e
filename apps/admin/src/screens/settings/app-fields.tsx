import { Anchor, CloseButton, Textarea, TextInput } from '@mantine/core'
import {
  validateBundleId,
  validatePackageName,
  validateTeamId,
} from '@throughline/core/association/app-ids'
import { useState } from 'react'
import type { FileKind } from '../../api/settings.js'
import { appLinks as texts } from '../../texts/hosts.js'
import { fixFingerprints, type AppDraft } from './association-draft.js'
import styles from './settings.module.css'

interface AppFieldsProps {
  kind: FileKind
  number: number
  draft: AppDraft
  isReadOnly: boolean
  /** Null if the app is removed. */
  onChange: (draft: AppDraft | null) => void
}

export function AppFields({ kind, number, draft, isReadOnly, onChange }: AppFieldsProps) {
  const set = (change: Partial<AppDraft>) => onChange({ ...draft, ...change })
  const part = { draft, set, isReadOnly }
  return (
    <fieldset className={styles.app}>
      <legend>{texts.app(number)}</legend>
      {!isReadOnly && (
        <CloseButton
          aria-label={texts.removeApp(texts.app(number))}
          style={{ alignSelf: 'flex-end', marginBottom: -34 }}
          onClick={() => onChange(null)}
        />
      )}
      {kind === 'asset-links' ? <AndroidFields {...part} /> : <IosFields {...part} />}
    </fieldset>
  )
}

interface PartProps {
  draft: AppDraft
  set: (change: Partial<AppDraft>) => void
  isReadOnly: boolean
}

function AndroidFields({ draft, set, isReadOnly }: PartProps) {
  const fixed = fixFingerprints(draft.fingerprints)
  return (
    <>
      <IdField
        label={texts.packageName}
        description={texts.packageHint}
        value={draft.packageName}
        validate={validatePackageName}
        onChange={(packageName) => set({ packageName })}
        isReadOnly={isReadOnly}
      />
      <Textarea
        label={texts.fingerprints}
        description={texts.fingerprintsHint}
        value={draft.fingerprints}
        onChange={(event) => set({ fingerprints: event.currentTarget.value })}
        readOnly={isReadOnly}
        rows={4}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
        spellCheck={false}
        required
        withAsterisk={false}
      />
      {fixed !== null && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set({ fingerprints: fixed })}
        >
          {texts.fix}
        </Anchor>
      )}
    </>
  )
}

function IosFields({ draft, set, isReadOnly }: PartProps) {
  return (
    <>
      <IdField
        label={texts.teamId}
        description={texts.teamHint}
        value={draft.teamId}
        validate={validateTeamId}
        onChange={(teamId) => set({ teamId })}
        isReadOnly={isReadOnly}
      />
      <IdField
        label={texts.bundleId}
        description={texts.bundleHint}
        value={draft.bundleId}
        validate={validateBundleId}
        onChange={(bundleId) => set({ bundleId })}
        isReadOnly={isReadOnly}
      />
    </>
  )
}

interface IdFieldProps {
  label: string
  description: string
  value: string
  validate: (text: string) => { message: string } | null
  onChange: (value: string) => void
  isReadOnly: boolean
}

/** Shows a field's error after the field was left, and during typing from then on. */
function IdField({ label, description, value, validate, onChange, isReadOnly }: IdFieldProps) {
  const [wasLeft, setLeft] = useState(false)
  const broken = wasLeft && value.trim() !== '' ? validate(value.trim()) : null
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      error={broken?.message}
      readOnly={isReadOnly}
      autoComplete="off"
      spellCheck={false}
      required
      withAsterisk={false}
    />
  )
}
