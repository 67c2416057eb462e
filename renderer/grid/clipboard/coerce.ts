import { holdsReferences } from '#shared/attributes.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import type { CellContext } from '../data/cell-context.ts'
import { listWrite, referenceWrite } from '../cells/reference-search.ts'
import { cellTypeOf, toClearingWrite } from '../cells/registry.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { ClipCell } from './clip-block.ts'
import { localFault } from './local-faults.ts'

/** A clipboard cell as a column takes it: a write (with the reason where it will be refused), or text to be looked up. */
export type Coerced =
  | { readonly write: CellWrite; readonly reason: string | undefined }
  | { readonly lookUp: string }

/** Reads a clipboard cell for a column: the value behind it where the column can take it, else the text people see. */
export function coerce(column: GridColumn, cell: ClipCell, context: CellContext): Coerced {
  const write = rawWrite(column, cell, context) ?? cellTypeOf(column).parse(cell.text, column, context)
  if (!write) return { lookUp: cell.text }
  return { write, reason: localFault(column, write) }
}

function rawWrite(column: GridColumn, cell: ClipCell, context: CellContext): CellWrite | undefined {
  if (cell.raw === null) return toClearingWrite(column, context)
  const { family } = column.traits
  if (family === 'number') return numberWrite(cell)
  if (family === 'date') return dateWrite(cell)
  if (family === 'boolean')
    return typeof cell.raw === 'boolean' ? scalarWrite(cell.raw, cell.text) : undefined
  return referencesWrite(column, cell.raw)
}

function numberWrite({ raw, number, text }: ClipCell): CellWrite | undefined {
  const value = typeof raw === 'number' ? raw : number
  return value === undefined ? undefined : scalarWrite(value, text)
}

const dayMs = 86_400_000
/** The day that spreadsheets count as 1 is the first of 1900, with a leap day too many. */
const firstDay = Date.UTC(1899, 11, 30)

function dateWrite({ raw, number, text }: ClipCell): CellWrite | undefined {
  if (typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw)) return scalarWrite(raw, text)
  if (number === undefined || !/\D/.test(text) || number < 60 || number > 2_958_465) return undefined
  return scalarWrite(new Date(firstDay + Math.floor(number) * dayMs).toISOString().slice(0, 10), text)
}

/** References go by id: labels may not be unique. Those to another type are looked up by their label. */
function referencesWrite(
  { traits, referenceType }: GridColumn,
  raw: AttributeValue | undefined,
): CellWrite | undefined {
  if (raw === undefined || !holdsReferences(traits)) return undefined
  const stubs = isStubList(raw) ? raw : isStub(raw) ? [raw] : []
  if (stubs.length === 0 || stubs.some(({ type }) => type !== referenceType)) return undefined
  if (traits.shape === 'reference_list') return listWrite(stubs)
  const [only, ...others] = stubs
  return only && others.length === 0 ? referenceWrite(only) : undefined
}
