import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import { listValueAliases } from '../../../store/tables/aliases.ts'
import type { WriteContext } from '../../events/record-event.ts'
import { updateAttribute } from '../../attributes/update-attribute.ts'
import { CatalogError } from '../../errors.ts'
import type { ImportRequest } from '../plan/import-state.ts'
import type { ImportRow } from '../read/file-rows.ts'
import { readCell, ruledReader } from '../recognise/cell-values.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { foldText, splitList } from '#shared/text.ts'

/** Adds missing options to select attributes; values that cannot be options are reported by their rows. */
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
    const aliases = listValueAliases(tx, attribute).keys()
    const missing = missingOptions(attribute, column, rows, aliases)
    if (missing.length === 0) continue
    const body = { add_acceptable_values: missing }
    try {
      updateAttribute(tx, { key: attribute.key, type: request.type, body, faults: [], context })
    } catch (error) {
      // The refusal came before any write; the rows then report the unacceptable value.
      if (!(error instanceof CatalogError)) throw error
    }
  }
}

/** An attribute with optional options accepts any text until it has some. */
function hasOptions({ traits, options }: Attribute): boolean {
  return traits.options === 'required' || options.length > 0
}

function missingOptions(
  { dataType, traits, options }: Attribute,
  { index, rule }: ImportColumn,
  rows: readonly ImportRow[],
  aliases: Iterable<string>,
): string[] {
  const read = rule
    ? ruledReader(rule, dataType, 'ignore')
    : (cell: string) => readCell(cell, dataType, 'ignore')
  const known = new Set([...options.map(foldText), ...aliases])
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
