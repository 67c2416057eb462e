import type { AttributeValue } from '#shared/entities.ts'

/** What the user set a cell to: the value to show, what to send for it, and the text as typed. */
export interface CellWrite {
  readonly shown: AttributeValue | null
  readonly wire: unknown
  readonly text: string
}

/** Writes by attribute key. */
export type Writes = ReadonlyMap<string, CellWrite>

/** The write that clears a scalar. */
export const clearingWrite: CellWrite = { shown: null, wire: null, text: '' }

/** Writes a scalar as it was typed. */
export function scalarWrite(shown: string | number | boolean, text = String(shown)): CellWrite {
  return { shown, wire: shown, text }
}

/** Trimmed text as a write; blank text clears. */
export function textWrite(text: string): CellWrite {
  return text.trim() === '' ? clearingWrite : scalarWrite(text.trim())
}
