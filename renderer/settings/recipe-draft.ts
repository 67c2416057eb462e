import type { RenditionFit, RenditionFormat } from '#shared/renditions.ts'
import type { NewRecipe, Recipe } from '#shared/schemas/renditions.ts'

/** A recipe as its form has it: numbers as they are typed, so that a blank one means none. */
export interface RecipeDraft {
  readonly name: string
  readonly width: string
  readonly height: string
  readonly fit: RenditionFit
  readonly format: RenditionFormat
  readonly background: string
  readonly kilobytes: string
}

export const newRecipe: RecipeDraft = {
  name: '',
  width: '1280',
  height: '1280',
  fit: 'contain',
  format: 'jpeg',
  background: '',
  kilobytes: '',
}

const bytesInKilobyte = 1000

export function toDraft({
  name,
  width,
  height,
  fit,
  format,
  background,
  max_bytes: most,
}: Recipe): RecipeDraft {
  return {
    name,
    width: String(width ?? ''),
    height: String(height ?? ''),
    fit,
    format,
    background: background ?? '',
    kilobytes: most === null ? '' : String(most / bytesInKilobyte),
  }
}

/** The body of a recipe; a text that is no number goes as none would be accepted, so that the server explains it. */
export function toBody({ name, fit, format, background, kilobytes, ...sides }: RecipeDraft): NewRecipe {
  const most = toNumber(kilobytes)
  return {
    name: name.trim(),
    width: toNumber(sides.width),
    height: toNumber(sides.height),
    fit,
    format,
    background: background.trim() === '' ? null : background.trim(),
    max_bytes: most === null ? null : Math.round(most * bytesInKilobyte),
  }
}

function toNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : -1
}
