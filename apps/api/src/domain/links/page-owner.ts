import type { ProjectRecord } from '@throughline/db/projects/projects'

/** So much a picture may add to the page. */
const MAX_ICON_LENGTH = 4_096
const PICTURE = /^data:image\/[a-z0-9.+-]+[;,]/i

/** The project as its pages show it; a picture that is none, or too large for them, is left out. */
export function pageOwnerOf({ name, icon }: Pick<ProjectRecord, 'name' | 'icon'>): {
  name: string
  icon: string | null
} {
  const isUsable = icon !== null && icon.length <= MAX_ICON_LENGTH && PICTURE.test(icon)
  return { name, icon: isUsable ? icon : null }
}
