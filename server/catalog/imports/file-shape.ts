import { type DataType, dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { ChannelKey } from '#shared/channels.ts'
import type { ColumnRule, Creation, FileShapeName } from '#shared/imports.ts'
import { isSameMeasure } from '../channel-files/measures.ts'
import type { Assignment, ColumnRequest, ImportColumn, KnownAttribute } from './plan-columns.ts'

export interface ShapeColumn {
  /** The key of a new attribute, `parent_id`, or null where nothing is taken from the column. */
  readonly key: string | null
  /** Keys under which catalogs have it too, best first. */
  readonly known?: readonly string[] | undefined
  /** The name of a new attribute; without it the header. */
  readonly name?: string
  readonly isTitle?: boolean
  /** What its numbers are in: a known attribute of another kind of unit is not meant. */
  readonly unit?: string | undefined
  readonly options?: readonly string[] | undefined
  readonly rule: Omit<ColumnRule, 'key'>
}

/** What a file of a shop is read as: its rows are those that were made of it, and its columns are known by their headers. */
export interface FileShape {
  readonly name: FileShapeName
  readonly mergeKey: string
  /** The header of the column of SKUs, and the channel whose files call products so, where they find what is called otherwise here. */
  readonly sku?: string | undefined
  readonly channel?: ChannelKey | undefined
  readonly columns: Readonly<Record<string, ShapeColumn>>
  /** What is created besides, where nothing else is said. */
  readonly creations: readonly Creation[]
}

/** What the shape says of a column. */
export function shapeColumn(shape: FileShape | undefined, header: string): ShapeColumn | undefined {
  return shape && Object.hasOwn(shape.columns, header) ? shape.columns[header] : undefined
}

/** The settings of an import with what its shape creates, where they do not say themselves. */
export function withCreations<Asked extends Readonly<Partial<Record<Creation, boolean | undefined>>>>(
  asked: Asked,
  shape: FileShape | undefined,
): Asked {
  const unsaid = shape?.creations.filter((creation) => asked[creation] === undefined) ?? []
  return { ...asked, ...Object.fromEntries(unsaid.map((creation) => [creation, true])) }
}

/** Gives the columns of a shop's file the attributes that hold such already. */
export function matchShape({ headers, attributes, shape }: ColumnRequest, to: Assignment): void {
  const taken = new Set(to.keys.values())
  const keys = new Set(attributes.map(({ key }) => key))
  // Its own attribute is surer than one that other columns mean too. What tells products apart may be the primary attribute, and comes
  // before what names them.
  const rank = ([, header]: [number, string]) => {
    const column = shapeColumn(shape, header)
    if (column?.isTitle) return 2
    return column && column.key !== null && keys.has(column.key) ? 0 : 1
  }
  const inOrder = [...headers.entries()].sort((a, b) => rank(a) - rank(b))
  for (const [index, header] of inOrder) {
    const column = shapeColumn(shape, header)
    if (!column || to.keys.has(index) || to.ignored.has(index)) continue
    if (column.key === null) to.ignored.add(index)
    const free = attributes.filter((attribute) => !taken.has(attribute.key))
    const key = column.key === 'parent_id' ? 'parent_id' : findKnown(column, free, header)
    if (key === undefined || taken.has(key)) continue
    taken.add(key)
    to.keys.set(index, key)
    to.reasons.set(index, 'shape')
  }
}

function findKnown(
  column: ShapeColumn,
  attributes: readonly KnownAttribute[],
  header: string,
): string | undefined {
  const fitting = attributes.filter((attribute) => fits(attribute, column))
  const title = column.isTitle && fitting.find(({ isPrimary = false }) => isPrimary)
  if (title) return title.key
  const keys = [column.key, ...(column.known ?? [])]
  const byKey = keys.find((key) => fitting.some((attribute) => attribute.key === key))
  return byKey ?? fitting.find(({ name }) => name === (column.name ?? header))?.key
}

/** Whether what the column holds can be written to an attribute and means the same there. */
function fits(attribute: KnownAttribute, column: ShapeColumn): boolean {
  const { writable, dataType, target } = attribute
  if (!writable || dataType === undefined || isOtherUnit(attribute, column)) return false
  return takes(dataType, target, column.rule)
}

/** Whether the numbers of the column are in another unit than those of the attribute. */
export function isOtherUnit({ unit }: KnownAttribute, column: ShapeColumn | undefined): boolean {
  return column?.unit !== undefined && unit !== undefined && !isSameMeasure(column.unit, unit)
}

function takes(dataType: DataType, target: KnownAttribute['target'], rule: ShapeColumn['rule']): boolean {
  const wanted = rule.data_type
  if (wanted === undefined) return !isReferenceType(dataType)
  const isList = wanted === 'entity_list_reference'
  if (isList || isReferenceType(dataType)) return dataType === wanted && target === rule.reference_type
  return takesTexts(dataType) || dataTypeTraits[dataType].family === dataTypeTraits[wanted].family
}

function takesTexts(type: DataType): boolean {
  return dataTypeTraits[type].isFreeText && type !== 'url'
}

/** The rule of a column that nobody has said anything of; a parent is found by what the shop tells products apart by. */
export function shapeRule(
  shape: FileShape | undefined,
  { header, key }: Pick<ImportColumn, 'header' | 'key'>,
  keyOf: (header: string) => string | undefined,
): { rule?: ColumnRule } {
  const column = shapeColumn(shape, header)
  if (!shape || !column) return {}
  const by = column.key === 'parent_id' ? keyOf(shape.mergeKey) : undefined
  return { rule: { ...column.rule, ...(by !== undefined && { by }), key } }
}
