import { createSpotlight } from '@mantine/spotlight'

/** Opened by a key and by buttons. The palette's code is loaded at first use. */
export const [paletteStore, palette] = createSpotlight()

export function openPalette(): void {
  palette.open()
}
