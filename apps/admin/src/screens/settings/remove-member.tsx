import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { serverNow } from '../../api/server-clock.js'
import { settingsKey, tokensQuery } from '../../api/settings.js'
import type { Member, Token } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { members as texts, tokens as tokenTexts } from '../../texts/access.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Time } from '../../ui/time.js'
import styles from './settings.module.css'
import { tokensOf } from './tokens-of.js'

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const context = useProject()
  const [revokes, setRevokes] = useState(true)
  const { data } = useQuery(tokensQuery(context))
  const tokens = data === undefined ? null : tokensOf(member.id, data.data, serverNow())
  const removing = useChange(
    () =>
      unwrap(
        context.api.DELETE('/api/project/members/{id}', {
          params: { path: { id: member.id }, query: { revoke_tokens: revokes } },
        }),
      ),
    { stale: settingsKey(context), done: texts.removed, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title={texts.removeTitle(member.name)}
      text={texts.removeText}
      action={texts.remove}
      change={removing}
      onClose={onClose}
    >
      {tokens?.length === 0 ? (
        <p className={styles.tokensOf}>{texts.noTokens}</p>
      ) : (
        <>
          {tokens !== null && <TokenList tokens={tokens} />}
          <Checkbox
            mt="md"
            label={texts.removeTokens}
            description={texts.removeTokensHint}
            checked={revokes}
            onChange={(event) => setRevokes(event.currentTarget.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function TokenList({ tokens }: { tokens: readonly Token[] }) {
  return (
    <section className={styles.tokensOf} aria-label={texts.tokensOf}>
      <p>{texts.tokensOf}:</p>
      <ul>
        {tokens.map(({ id, name, abilities, last_used_at: usedAt }) => (
          <li key={id}>
            <strong>{name}</strong>{' '}
            <span className="soft small">
              {abilities.includes('*') ? tokenTexts.everything : tokenTexts.count(abilities.length)}
              ,{' '}
              {usedAt === null ? (
                texts.tokenUnused
              ) : (
                <>
                  {texts.tokenUsed} <Time at={usedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
