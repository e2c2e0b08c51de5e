import type { ProjectRecord } from '@throughline/db/projects/projects'

const MAX_ICON_LENGTH = 4_096
const PICTURE = /^data:image\/[a-z0-9.+-]+[;,]/i

export function pageOwnerOf({ name, icon }: Pick<ProjectRecord, 'name' | 'icon'>): {
  name: string
  icon: string | null
} {
  const isUsable = icon !== null && icon.length <= MAX_ICON_LENGTH && PICTURE.test(icon)
  return { name, icon: isUsable ? icon : null }
}
