import { dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ColumnRule, PreviewColumn } from '#shared/imports.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf, type AttributeSet } from '../../../store/tables/attributes.ts'
import { listUnknownComparables } from '../../../store/tables/values.ts'
import { readMembers, readPictures } from '../recognise/cell-values.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import { taxSideOf } from '../recognise/price-names.ts'

/** The pictures that come with a file. */
export interface SentPictures {
  has(name: string): boolean
}

export interface ColumnContent {
  readonly column: Omit<PreviewColumn, 'meaning'>
  /** The type that a reference column refers to. */
  readonly target: EntityType | undefined
  /** The cells of all rows; undefined where they were not read. */
  readonly cells: readonly string[] | undefined
  readonly pictures: SentPictures | undefined
}

/**
 * Says what a column means beyond its data type, with its counts: `5 categories in a tree, 5 are new`.
 * Undefined where there is no more to say. [IMPORT-59]
 */
export function describeMeaning(db: ReadableDb, content: ColumnContent): Message | undefined {
  const { column, target } = content
  if (column.rule.key === null || column.filled === 0) return undefined
  if (column.names_picture_files === true) return describeFiles(content)
  if (isReferenceType(column.data_type) && target !== undefined && target !== 'image')
    return describeReferences(db, target, content)
  return describeKind(column)
}

/** The columns whose cells have to be read to count the names or files in them. */
export function columnsToCount(
  { traits }: Pick<FileScan, 'traits'>,
  columns: readonly ImportColumn[],
  { byKey }: AttributeSet,
): number[] {
  return columns
    .filter(({ index, key, rule }) => {
      const dataType = byKey.get(key)?.dataType ?? rule?.data_type
      const isReference = dataType !== undefined && isReferenceType(dataType)
      return isReference || traits[index]?.pictureFiles !== undefined
    })
    .map(({ index }) => index)
}

function describeFiles({ column, cells = [], pictures }: ColumnContent): Message {
  const names = new Set(cells.flatMap((cell) => readPictures(cell, column.rule.separator)))
  if (pictures === undefined) return message('import.means_picture_files', { count: names.size })
  const found = [...names].filter((name) => pictures.has(name)).length
  return message('import.means_found_pictures', { count: names.size, found })
}

function describeReferences(
  db: ReadableDb,
  target: EntityType,
  { column: { rule }, cells = [] }: ColumnContent,
): Message | undefined {
  const names = namesIn(rule, cells)
  if (names.size === 0) return undefined
  const { byKey, primary } = attributesOf(db, target)
  const by = rule.by === undefined ? primary : byKey.get(rule.by)
  const different = [...new Set(names.values())]
  const unknown = new Set(by ? listUnknownComparables(db, by.id, different) : different)
  const counts = { count: names.size, new: [...names.values()].filter((name) => unknown.has(name)).length }
  if (target === 'vendor') return message('import.means_vendors', counts)
  if (target !== 'category') return undefined
  return rule.path === undefined
    ? message('import.means_categories', counts)
    : message('import.means_category_tree', { ...counts, path: rule.path })
}

/** The folded names in cells, those above in a path included, by the path that leads to each. */
function namesIn({ path, separator }: ColumnRule, cells: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  const members = [...new Set(cells)].flatMap((cell) =>
    separator === undefined ? [cell] : readMembers(cell, separator),
  )
  for (const member of members) {
    const steps = (path === undefined ? [member] : member.split(path)).map((name) => foldText(name.trim()))
    for (const [depth, name] of steps.entries())
      if (name !== '') names.set(steps.slice(0, depth + 1).join('\n'), name)
  }
  return names
}

function describeKind({
  constraints = {},
  data_type: type,
  header,
  filled,
  acceptable_values: options,
}: ColumnContent['column']) {
  const { kind, currency = '', unit } = constraints
  if (kind === 'money') return describeMoney(header, currency)
  if (kind === 'gtin') return message('import.means_gtin', { count: filled })
  if (unit !== undefined) return message('import.means_measure', { unit })
  return dataTypeTraits[type].options === 'required' && options.length > 0
    ? message('import.means_choice', { count: options.length })
    : undefined
}

function describeMoney(header: string, currency: string): Message {
  const side = taxSideOf(header)
  if (side === undefined) return message('import.means_money', { currency })
  return side === 'gross'
    ? message('import.means_gross_money', { currency })
    : message('import.means_net_money', { currency })
}
