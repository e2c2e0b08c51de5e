import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { Me } from '../api/session.js'
import { keys as texts } from '../texts/shell.js'
import { Modal } from '../ui/dialog.js'
import { areKeysOn, turnKeys } from '../ui/single-keys.js'
import { navigationItems } from './navigation-items.js'
import styles from './shell.module.css'

/** Lists the keyboard shortcuts, and turns single keys off. */
export function KeysDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn)
  const screens = navigationItems(me).map(({ key, label }) => [`g ${key}`, label] as const)
  return (
    <Modal opened onClose={onClose} title={texts.title} size="md">
      <KeyList title={texts.everywhere} keys={texts.general} />
      <KeyList title={texts.lists} keys={texts.inLists} />
      <KeyList title={texts.goTo} keys={screens} />
      <Switch
        mt="lg"
        label={texts.single}
        description={texts.singleHint}
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked)
          turnKeys(event.currentTarget.checked)
        }}
      />
    </Modal>
  )
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={styles.keysTitle}>{title}</h3>
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>{meaning}</dt>
            <dd>
              {key.split(' ').map((one) => (
                <kbd key={one} className={styles.kbd}>
                  {one}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
