import { foldText, splitList } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { ImportRequest } from './import-state.ts'
import type { ImportColumn } from './plan-columns.ts'
import { readCell, ruledReader } from './read-cell.ts'
import type { ImportRow } from './row-reader.ts'

/** Adds what the rows of a batch have beyond the options of their selects. A value that can be no option is left to the row. */
export function addMissingOptions(
  tx: WritableDb,
  rows: readonly ImportRow[],
  {
    columns,
    request,
    context,
  }: { columns: readonly ImportColumn[]; request: ImportRequest; context: WriteContext },
): void {
  const { byKey } = attributesOf(tx, request.type)
  for (const column of columns) {
    const attribute = byKey.get(column.key)
    if (!attribute || !hasOptions(attribute)) continue
    const missing = missingOptions(attribute, column, rows)
    if (missing.length === 0) continue
    const body = { add_acceptable_values: missing }
    try {
      updateAttribute(tx, { key: attribute.key, type: request.type, body, faults: [], context })
    } catch (error) {
      // Refused before anything was written; the rows then say which value is not acceptable.
      if (!(error instanceof CatalogError)) throw error
    }
  }
}

/** Where options are optional, an attribute without any takes any text. */
function hasOptions({ traits, options }: Attribute): boolean {
  return traits.options === 'required' || options.length > 0
}

function missingOptions(
  { dataType, traits, options }: Attribute,
  { index, rule }: ImportColumn,
  rows: readonly ImportRow[],
): string[] {
  const read = rule
    ? ruledReader(rule, dataType, 'ignore')
    : (cell: string) => readCell(cell, dataType, 'ignore')
  const known = new Set(options.map(foldText))
  const missing: string[] = []
  for (const { cells } of rows) {
    const value = read(cells[index] ?? '', false)
    if (typeof value !== 'string') continue
    const tokens = traits.hasTokens ? splitList(value) : [value.trim()]
    for (const token of tokens) {
      if (token.includes(',') || known.has(foldText(token))) continue
      known.add(foldText(token))
      missing.push(token)
    }
  }
  return missing
}
