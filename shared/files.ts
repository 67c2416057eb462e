import { parseUuid } from './entities.ts'
import { isDeviceName } from './file-names.ts'
import type { Constraints } from './attributes.ts'

/**
 * Values that name a file of a linked library, which lies in a folder and is not copied:
 *
 *     linked/01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1a/chairs/CH-100_1.jpg
 */

export const linkedStart = 'linked/'
export const maxLinkedPath = 1000
export const maxLinkedDepth = 32

export interface LinkedPath {
  readonly library: string
  /** Below the folder of the library, with / between the steps. */
  readonly path: string
}

export function isLinked(value: string): boolean {
  return value.startsWith(linkedStart)
}

/** Takes a value apart; undefined where it names no file below the folder of a library. */
export function parseLinked(value: string): LinkedPath | undefined {
  if (!isLinked(value)) return undefined
  const rest = value.slice(linkedStart.length)
  const end = rest.indexOf('/')
  const [id, path] = [rest.slice(0, end), rest.slice(end + 1)]
  const library = end < 0 ? undefined : parseUuid(id)
  // An id in capitals would be another value for the same file.
  if (library !== id || !isPathBelow(path)) return undefined
  return { library, path }
}

export function toLinked({ library, path }: LinkedPath): string {
  return `${linkedStart}${library}/${path}`
}

/**
 * Whether a relative path stays below its folder on every system: no step leads up, names a device or
 * holds what Windows takes for a separator, a drive or a stream.
 */
export function isPathBelow(path: string): boolean {
  const steps = path.split('/')
  return path.length <= maxLinkedPath && steps.length <= maxLinkedDepth && steps.every(isStep)
}

function isStep(step: string): boolean {
  if (step === '' || step === '.' || step === '..' || isDeviceName(step)) return false
  return !/[\\:]|\p{Cc}|\ufffd/u.test(step) && step.isWellFormed()
}

export type { FileDetails, GeneratedBy, StoredFile } from './schemas/entities.ts'

/** Lists of files in one value: an attribute of the kind `file` holds one where it has `max_items`. */

/** The uses of a document, as `constraints.document` names them. */
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
