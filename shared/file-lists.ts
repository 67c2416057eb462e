/** Lists of files in one value: an attribute of the kind `file` holds one where it has `max_items`. */
import type { Constraints } from './attributes.ts'

/** What a document is for, as `constraints.document` says. */
export const documentUses = [
  'manual',
  'certificate',
  'safety_data_sheet',
  'declaration_of_conformity',
  'energy_label',
  'drawing',
  'other',
] as const
export type DocumentUse = (typeof documentUses)[number]

export function isFileList({ kind, max_items: most }: Pick<Constraints, 'kind' | 'max_items'>): boolean {
  return kind === 'file' && most !== undefined
}

// A path may have commas in it, so one separates only what begins like a file.
const separator = /\s*[,\n]\s*(?=files\/|linked\/|https?:\/\/)/i

/** The files of a value in their order, each once. */
export function splitFiles(text: string): string[] {
  const files = text.split(separator).map((file) => file.trim())
  return [...new Set(files.filter((file) => file !== ''))]
}

export function joinFiles(files: readonly string[]): string {
  return splitFiles(files.join(', ')).join(', ')
}
