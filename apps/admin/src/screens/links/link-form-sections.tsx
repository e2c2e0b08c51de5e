import { Switch, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Campaign } from '../../api/types.js'
import { linkForm as texts } from '../../texts/links.js'
import { errorOf } from '../../ui/form-errors.js'
import { Icon } from '../../ui/icons.js'
import { UTM_FIELDS } from './link-draft.js'
import { Field, type FormPart } from './link-form-fields.js'
import styles from './links.module.css'

const DESCRIPTION_LENGTH = 160

/** Expanded at first if a field in it has a value. */
function Section({
  title,
  isOpen,
  children,
}: {
  title: string
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.section} open={isOpen}>
      <summary>
        {title}
        <Icon name="chevron-right" className={styles.chevron} />
      </summary>
      <div className={styles.sectionBody}>{children}</div>
    </details>
  )
}

export function AppSection(part: FormPart) {
  const { draft, set } = part
  return (
    <Section title={texts.app} isOpen>
      <Switch
        label={texts.isDeeplink}
        description={texts.isDeeplinkHint}
        checked={draft.is_deeplink}
        onChange={(event) => set({ is_deeplink: event.currentTarget.checked })}
      />
      {draft.is_deeplink && (
        <>
          <div className={styles.pair}>
            <Field
              {...part}
              name="ios_url"
              type="url"
              label={texts.iosUrl}
              placeholder="https://apps.apple.com/…"
            />
            <Field
              {...part}
              name="android_url"
              type="url"
              label={texts.androidUrl}
              placeholder="https://play.google.com/…"
            />
          </div>
          <Field
            {...part}
            name="fallback_url"
            type="url"
            label={texts.fallbackUrl}
            description={texts.fallbackHint}
          />
        </>
      )}
    </Section>
  )
}

export function UtmSection({ campaign, ...part }: FormPart & { campaign: Campaign | undefined }) {
  const { draft } = part
  return (
    <Section title={texts.utm} isOpen={UTM_FIELDS.some((name) => draft[name] !== '')}>
      <div className={styles.pair}>
        {UTM_FIELDS.map((name) => (
          <Field
            key={name}
            {...part}
            name={name}
            label={texts.utmFields[name]}
            placeholder={campaign?.[name] ?? ''}
          />
        ))}
      </div>
    </Section>
  )
}

export function SocialSection(part: FormPart) {
  const { draft, set, error } = part
  return (
    <Section title={texts.social} isOpen={draft.social_title !== '' || draft.social_image !== ''}>
      <Field {...part} name="social_title" label={texts.socialTitle} />
      <Textarea
        name="social_description"
        label={texts.socialDescription}
        value={draft.social_description}
        onChange={(event) => set({ social_description: event.currentTarget.value })}
        error={errorOf(error, 'social_description')}
        maxLength={DESCRIPTION_LENGTH}
        rows={2}
      />
      <Field {...part} name="social_image" type="url" label={texts.socialImage} />
    </Section>
  )
}

export function ExpirySection(part: FormPart) {
  return (
    <Section title={texts.expiry} isOpen={part.draft.expires_at !== ''}>
      <div className={styles.pair}>
        <Field {...part} name="expires_at" type="datetime-local" label={texts.expiresAt} />
        <Field
          {...part}
          name="expired_url"
          type="url"
          label={texts.expiredUrl}
          description={texts.expiredHint}
        />
      </div>
    </Section>
  )
}
