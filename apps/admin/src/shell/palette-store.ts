import { createSpotlight } from '@mantine/spotlight'

/** Opened by a key and by buttons. */
export const [paletteStore, palette] = createSpotlight()

export function openPalette(): void {
  palette.open()
}
