import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { verifySnippets } from '../../texts/snippets.js'
import { verification } from '../../texts/verification.js'
import { secret as texts } from '../../texts/webhooks.js'
import { CodeBlock } from '../../ui/copy.js'
import styles from '../../ui/form.module.css'
import { Segments } from '../../ui/segments.js'
import { Verification } from './verification.js'

type Language = keyof typeof verifySnippets

const LANGUAGES = (Object.keys(verifySnippets) as Language[]).map((name) => [name, name] as const)

/** Shows the secret once, with instructions for verifying. */
export function SecretBox(props: { webhookId: number; secret: string; onDone: () => void }) {
  const { webhookId, secret, onDone } = props
  const [language, setLanguage] = useState<Language>('Node')
  return (
    <div className={styles.form}>
      <p>{texts.once}</p>
      <CodeBlock text={secret} label={texts.label} />
      <Group justify="space-between">
        <h3 className={styles.part}>{texts.verify}</h3>
        <Segments
          label={texts.language}
          options={LANGUAGES}
          value={language}
          onChange={setLanguage}
        />
      </Group>
      <CodeBlock text={verifySnippets[language]} label={language} />
      <section aria-label={verification.title} className={styles.form}>
        <h3 className={styles.part}>{verification.title}</h3>
        <Verification id={webhookId} />
      </section>
      <div className={styles.footer}>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </div>
  )
}
