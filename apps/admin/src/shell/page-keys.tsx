import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isTyping } from '../ui/use-row-keys.js'
import { areKeysOn } from '../ui/single-keys.js'
import type { Me } from '../api/session.js'
import { keysDialog, useKeysDialog } from './keys-store.js'
import { navigationItems } from './navigation-items.js'
import { useProject } from './project-context.js'

const KeysDialog = lazy(() =>
  import('./keys-dialog.js').then((module) => ({ default: module.KeysDialog })),
)

const SECOND_KEY_MS = 1_500

/** `?` shows the keys, `/` focuses the page's search, `g` and a letter open a screen. */
export function PageKeys({ me }: { me: Me }) {
  const { prefix } = useProject().project
  const navigate = useNavigate()
  const isOpen = useKeysDialog()
  const goAt = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || !areKeysOn()) return
      const isSecond = event.timeStamp - goAt.current < SECOND_KEY_MS
      goAt.current = event.key === 'g' ? event.timeStamp : 0
      const screen = navigationItems(me).find(({ key }) => key === event.key)
      if (isSecond && screen !== undefined) {
        event.preventDefault()
        void navigate({ to: screen.to, params: { prefix } })
      } else if (event.key === '?') keysDialog.open()
      else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main input[type=search]')
        if (search !== null) event.preventDefault()
        search?.focus()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [me, navigate, prefix])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeysDialog me={me} onClose={keysDialog.close} />
    </Suspense>
  )
}
