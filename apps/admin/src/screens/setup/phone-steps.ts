import type { LiveItem, LiveClick, LiveInstall } from '../../api/live/live-items.js'

/** What has arrived of a test link so far. */
export interface PhoneTest {
  click: (LiveClick & { at: string }) | null
  /** The first install after the click; preferably one that was matched to the link. */
  install: (LiveInstall & { at: string }) | null
}

/**
 * Finds the test among what happened in the project.
 * @param items newest first
 */
export function followTest(items: readonly LiveItem[], code: string): PhoneTest {
  const oldestFirst = [...items].reverse()
  const clicked = oldestFirst.find((item) => item.kind === 'click' && item.click.code === code)
  if (clicked?.kind !== 'click') return { click: null, install: null }
  const installs = oldestFirst.flatMap((item) =>
    item.kind === 'install' && item.at >= clicked.at ? [{ ...item.install, at: item.at }] : [],
  )
  const install = installs.find((one) => one.code === code) ?? installs.find((one) => !one.matched)
  return { click: { ...clicked.click, at: clicked.at }, install: install ?? null }
}
