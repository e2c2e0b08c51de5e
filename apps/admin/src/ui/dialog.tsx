import {
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type DrawerProps,
  type ModalProps,
} from '@mantine/core'
import { useEffect } from 'react'

/** A dialog in the middle, which exists only while it is open. */
export function Modal(props: ModalProps) {
  useReturnedFocus()
  return <MantineModal {...props} />
}

/** A dialog at the side, which exists only while it is open. */
export function Drawer(props: DrawerProps) {
  useReturnedFocus()
  return <MantineDrawer {...props} />
}

/** Gives the focus back to what opened the dialog. Mantine does so only if `opened` changes to false. */
function useReturnedFocus(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement)
    return () => {
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    }
  }, [])
}

/** The item of a menu disappears with the menu, so its button stands for it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const opener = menu == null ? focused : document.querySelector(`[aria-controls="${menu.id}"]`)
  return opener instanceof HTMLElement ? opener : null
}
