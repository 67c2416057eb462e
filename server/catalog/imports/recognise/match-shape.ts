import { type DataType, dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { ColumnRule, Creation } from '#shared/imports.ts'
import { isSameMeasure } from '../../channel-files/measures.ts'
import type { Assignment, ColumnRequest, ImportColumn, KnownAttribute } from './column-request.ts'
import type { FileShape, ShapeColumn } from './file-scan.ts'

export function shapeColumn(shape: FileShape | undefined, header: string): ShapeColumn | undefined {
  return shape && Object.hasOwn(shape.columns, header) ? shape.columns[header] : undefined
}

/** The settings of an import, with its shape's creations as defaults. */
export function withCreations<Settings extends Readonly<Partial<Record<Creation, boolean | undefined>>>>(
  asked: Settings,
  shape: Pick<FileShape, 'creations'> | undefined,
): Settings {
  const unsaid = shape?.creations.filter((creation) => asked[creation] === undefined) ?? []
  return { ...asked, ...Object.fromEntries(unsaid.map((creation) => [creation, true])) }
}

/** Maps the columns of a shop's file as its shape says. */
export function matchShape({ headers, attributes, shape }: ColumnRequest, to: Assignment): void {
  const taken = new Set(to.keys.values())
  const keys = new Set(attributes.map(({ key }) => key))
  // Its own attribute is surer than one for several columns. The key of products may be the primary
  // attribute, and comes before their names.
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

function fits(attribute: KnownAttribute, column: ShapeColumn): boolean {
  const { writable, dataType, target } = attribute
  if (!writable || dataType === undefined || isOtherUnit(attribute, column)) return false
  return takes(dataType, target, column.rule)
}

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

/** The default rule of a column; a parent is found by the shop's product key. */
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
