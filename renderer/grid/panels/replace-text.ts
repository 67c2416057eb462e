import type { FoundCell } from '#shared/schemas/grid.ts'
import type { TextEdit } from '../../query/bulk-requests.ts'

export interface Replacement {
  readonly text: string
  readonly replacement: string
  readonly isCaseKept: boolean
  readonly isWhole: boolean
}

/** A text with every occurrence replaced; the replacement is taken as it is written. */
export function replaceText(stored: string, { text, replacement, isCaseKept, isWhole }: Replacement): string {
  if (isWhole) return replacement
  if (isCaseKept) return stored.replaceAll(text, () => replacement)
  return stored.replaceAll(
    new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu'),
    () => replacement,
  )
}

/** The edits that replace in found cells, one for each row; what stays as it is is left out. */
export function replaceEdits(cells: readonly FoundCell[], replacement: Replacement): TextEdit[] {
  const edits = new Map<string, TextEdit>()
  for (const { id, key, text } of cells) {
    if (text === undefined) continue
    const next = replaceText(text, replacement)
    if (next === text) continue
    const edit = edits.get(id) ?? { id, attributes: {}, if: {} }
    edit.attributes[key] = next
    edit.if[key] = text
    edits.set(id, edit)
  }
  return [...edits.values()]
}

/** How many values the edits write. */
export function valueCount(edits: readonly TextEdit[]): number {
  return edits.reduce((count, { attributes }) => count + Object.keys(attributes).length, 0)
}
