import type { FilePart } from '#shared/facets.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

const partNames = cachedByLanguage((): Readonly<Record<FilePart, (name: string) => string>> => ({
  width: (name) => t('{name}: width', { name }),
  height: (name) => t('{name}: height', { name }),
  size: (name) => t('{name}: bytes', { name }),
  media_type: (name) => t('{name}: file type', { name }),
  color_space: (name) => t('{name}: colour space', { name }),
  orientation: (name) => t('{name}: upright, wide or square', { name }),
}))

/** The name that people read for a part of an attribute's file. */
export function nameFilePart(name: string, part: FilePart): string {
  return partNames()[part](name)
}
