import { Button, NumberInput, Switch } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import type { Project } from '../../api/types.js'
import { attribution as texts, settings } from '../../texts/settings.js'
import { errorOf } from '../../ui/form-errors.js'
import { ProjectForm, WithProject, type FieldsProps } from './project-form.js'
import { SettingsPage } from './settings-page.js'

type Attribution = Pick<
  Project['attribution'],
  'window_minutes' | 'clipboard' | 'deliver_sdk_tests'
> & { min_confidence: number | null }

const CONFIDENCE_STEP = 0.01

export function AttributionScreen() {
  return (
    <SettingsPage section="attribution">
      <WithProject>
        {(project) => (
          <ProjectForm
            title={settings.sections.attribution[0]}
            project={project}
            valuesOf={valuesOf}
            labels={LABELS}
            toBody={(attribution) => ({ attribution })}
          >
            {(fields) => <Fields {...fields} />}
          </ProjectForm>
        )}
      </WithProject>
    </SettingsPage>
  )
}

const LABELS: Readonly<Record<keyof Attribution, string>> = {
  window_minutes: texts.window,
  min_confidence: texts.confidence,
  clipboard: texts.clipboard,
  deliver_sdk_tests: texts.tests,
}

function valuesOf({ attribution }: Project): Attribution {
  const { window_minutes, clipboard, min_confidence, deliver_sdk_tests } = attribution
  return { window_minutes, clipboard, min_confidence, deliver_sdk_tests }
}

function Fields({ draft, set, error, isReadOnly }: FieldsProps<Attribution>) {
  return (
    <>
      <NumberInput
        label={texts.window}
        description={texts.windowHint}
        value={draft.window_minutes}
        onChange={(value) => set({ window_minutes: Number(value) })}
        error={errorOf(error, 'attribution.window_minutes')}
        min={1}
        max={1_440}
        allowDecimal={false}
        readOnly={isReadOnly}
        maw={220}
      />
      <div>
        <NumberInput
          label={texts.confidence}
          description={texts.confidenceHint}
          value={draft.min_confidence ?? ''}
          onChange={(value) => set({ min_confidence: value === '' ? null : Number(value) })}
          error={errorOf(error, 'attribution.min_confidence')}
          min={0.5}
          max={0.99}
          step={CONFIDENCE_STEP}
          decimalScale={2}
          readOnly={isReadOnly}
          styles={{ wrapper: { maxWidth: 220 } }}
        />
        {!isReadOnly && draft.min_confidence !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={6}
            onClick={() => set({ min_confidence: null })}
          >
            {texts.confidenceDefault}
          </Button>
        )}
      </div>
      <Switch
        label={texts.clipboard}
        description={texts.clipboardHint}
        checked={draft.clipboard}
        disabled={isReadOnly}
        onChange={(event) => set({ clipboard: event.currentTarget.checked })}
      />
      <Switch
        label={texts.tests}
        description={texts.testsHint}
        checked={draft.deliver_sdk_tests}
        disabled={isReadOnly}
        onChange={(event) => set({ deliver_sdk_tests: event.currentTarget.checked })}
      />
    </>
  )
}
