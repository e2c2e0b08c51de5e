import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useProject } from '../../shell/project-context.js'
import { verifySnippets } from '../../texts/snippets.js'
import { secret as texts } from '../../texts/webhooks.js'
import { CodeBlock } from '../../ui/copy.js'
import styles from '../../ui/form.module.css'
import { Icon } from '../../ui/icons.js'
import { Segments } from '../../ui/segments.js'
import { useSendTest } from './use-send-test.js'

type Language = keyof typeof verifySnippets

const LANGUAGES = (Object.keys(verifySnippets) as Language[]).map((name) => [name, name] as const)

/** Shows the secret once, with instructions for verifying. */
export function SecretBox(props: { webhookId: number; secret: string; onDone: () => void }) {
  const { webhookId, secret, onDone } = props
  const { can } = useProject()
  const [language, setLanguage] = useState<Language>('Node')
  const testing = useSendTest(webhookId)
  return (
    <div className={styles.form}>
      <p>{texts.once}</p>
      <CodeBlock text={secret} label={texts.label} />
      <Group justify="space-between">
        <h3 style={{ fontSize: 14, fontWeight: 600 }}>{texts.verify}</h3>
        <Segments
          label={texts.language}
          options={LANGUAGES}
          value={language}
          onChange={setLanguage}
        />
      </Group>
      <CodeBlock text={verifySnippets[language]} label={language} />
      <div className={styles.footer}>
        {can('webhooks:write') && (
          <Button
            variant="default"
            leftSection={<Icon name="send" size={16} />}
            loading={testing.isPending}
            onClick={() => testing.mutate()}
          >
            {texts.test}
          </Button>
        )}
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </div>
  )
}
