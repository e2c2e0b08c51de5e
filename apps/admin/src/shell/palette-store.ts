import { createSpotlight } from '@mantine/spotlight'

/** Opened by a key and by buttons; its screen is loaded when it is first needed. */
export const [paletteStore, palette] = createSpotlight()

export function openPalette(): void {
  palette.open()
}
