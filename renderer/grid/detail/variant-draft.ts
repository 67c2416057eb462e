import { type Axis, maxAxes, type ProductAxes } from '#shared/axes.ts'
import { storedTypeOf } from '#shared/semantic-types.ts'
import { foldText } from '#shared/text.ts'
import type { NewVariants, PlannedVariant, VariantsRequest } from '#shared/variants.ts'
import { isQuantity } from '../../query/data-types.ts'
import type { GridColumn } from '../../query/columns.ts'

/** The entries of the matrix that have not become variants yet. */
export interface VariantDraft {
  readonly axes: readonly Axis[]
  /** Values for every new variant, as they were typed. */
  readonly set: Readonly<Record<string, string>>
  /** How new SKUs are made, such as `{SKU}-{Colour}`; without it of the product's SKU and each value. */
  readonly skuPattern: string
  /** The axes of a product that had variants at the start: what they lack is made only where somebody ticks it. */
  readonly start: readonly Axis[]
  /** The ticks that somebody has changed, by the keys of the combinations. */
  readonly ticks: ReadonlyMap<string, boolean>
  /** Typed values of single new variants, by the keys of their combinations. */
  readonly own: ReadonlyMap<string, Readonly<Record<string, string>>>
}

const usualAxes: readonly unknown[] = ['color', 'size', 'material', 'pattern']
const fewestAxes = 2

/** The axes that a product has, or else two attributes by which variants usually differ, still without values. */
export function startOfDraft(
  { axes }: ProductAxes,
  { columns, hasVariants }: { readonly columns: readonly GridColumn[]; readonly hasVariants: boolean },
): VariantDraft {
  const usual = columns
    .filter(isAxis)
    .map((column) => ({ column, rank: usualAxes.indexOf(meaningOf(column)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, fewestAxes)
    .map(({ column }) => ({ attribute: column.id, values: [] }))
  const known = axes.filter(({ attribute }) => columns.some(({ id }) => id === attribute))
  const start = hasVariants ? known : []
  return {
    axes: known.length > 0 ? known : usual,
    set: {},
    skuPattern: '',
    start,
    ticks: new Map(),
    own: new Map(),
  }
}

function meaningOf({ id, name, meaning }: GridColumn): unknown {
  return meaning ?? storedTypeOf(id) ?? storedTypeOf(name)
}

/** Choices, lines of text and numbers without bounds tell variants apart. */
export function isAxis({ traits, isSystem, isPrimary, readOnlyReason }: GridColumn): boolean {
  const isText = traits.layout === 'line' || traits.options === 'required'
  return !isSystem && !isPrimary && readOnlyReason === undefined && (isText || isQuantity(traits))
}

export function freeAxes({ axes }: VariantDraft, columns: readonly GridColumn[]): readonly GridColumn[] {
  if (axes.length >= maxAxes) return []
  return columns.filter((column) => isAxis(column) && !axes.some(({ attribute }) => attribute === column.id))
}

/** Texts behind commas, semicolons and line breaks become values at the end; those that are there stay. */
export function addValues({ attribute, values }: Axis, typed: string): Axis {
  const added = typed
    .split(/[,;\n\t]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const all = [...values, ...added]
  const isFirst = (text: string, index: number): boolean =>
    all.findIndex((one) => foldText(one) === foldText(text)) === index
  return { attribute, values: all.filter(isFirst) }
}

export function moveValue({ attribute, values }: Axis, value: string, to: number): Axis {
  const others = values.filter((one) => one !== value)
  const at = Math.max(0, Math.min(others.length, to))
  return { attribute, values: [...others.slice(0, at), value, ...others.slice(at)] }
}

export function keyOfValues(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(values)
}

/** How a typed text is sent; one that cannot be read is sent as it is, and the server says why it does not fit. */
export type ToWire = (columnId: string, text: string) => unknown

/** The request for a plan; undefined until an axis has a value. */
export function toRequest(
  { axes, set, skuPattern }: VariantDraft,
  columns: readonly GridColumn[],
  toWire: ToWire,
): VariantsRequest | undefined {
  const filled = axes.filter(({ values }) => values.length > 0)
  if (filled.length === 0) return undefined
  const given = wireOf(set, toWire)
  const pattern = toKeys(skuPattern.trim(), columns)
  return { axes: filled, ...(given && { set: given }), ...(pattern !== '' && { sku_pattern: pattern }) }
}

/** A pattern with the keys of attributes in place of their names; what no attribute is called stays. */
function toKeys(pattern: string, columns: readonly GridColumn[]): string {
  return pattern.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const column = columns.find((one) => one.id === name || foldText(one.name) === foldText(name))
    return column ? `{${column.id}}` : whole
  })
}

/** The pattern by which SKUs are made where none is typed, with the names of attributes. */
export function usualPattern(
  { axes }: VariantDraft,
  sku: GridColumn,
  columns: readonly GridColumn[],
): string {
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  return [sku.name, ...axes.map(({ attribute }) => nameOf(attribute))].map((name) => `{${name}}`).join('-')
}

function wireOf(
  texts: Readonly<Record<string, string>>,
  toWire: ToWire,
): Readonly<Record<string, unknown>> | undefined {
  const typed = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  if (typed.length === 0) return undefined
  return Object.fromEntries(typed.map(([key, text]) => [key, toWire(key, text)]))
}

export function isTicked({ ticks, start }: VariantDraft, values: PlannedVariant['values']): boolean {
  const isOfStart =
    start.length > 0 && start.every((axis) => axis.values.includes(values[axis.attribute] ?? ''))
  return ticks.get(keyOfValues(values)) ?? !isOfStart
}

/** The rows of a plan that are to be made: ticked and new; one that clashes once somebody has changed it. */
export function chosenRows(rows: readonly PlannedVariant[], draft: VariantDraft): readonly PlannedVariant[] {
  return rows.filter(({ status, values }) => {
    const mayBeMade = status === 'create' || (status === 'clashes' && draft.own.has(keyOfValues(values)))
    return mayBeMade && isTicked(draft, values)
  })
}

export function toCreation(
  request: VariantsRequest,
  rows: readonly PlannedVariant[],
  { draft, toWire }: { readonly draft: VariantDraft; readonly toWire: ToWire },
): NewVariants {
  const accept = rows.map(({ values }) => {
    const attributes = wireOf(draft.own.get(keyOfValues(values)) ?? {}, toWire)
    return { values, ...(attributes && { attributes }) }
  })
  return { ...request, accept }
}

type CellField = 'image' | 'sku' | 'price' | 'stock'
const fields: readonly CellField[] = ['image', 'sku', 'price', 'stock']

/** The columns that a matrix shows in its cells: picture, SKU, price and stock, as far as there are any. */
export function cellColumns(columns: readonly GridColumn[], { axes }: VariantDraft): readonly GridColumn[] {
  const own = columns.filter(
    ({ isSystem, id }) => !isSystem && !axes.some(({ attribute }) => attribute === id),
  )
  const found = fields.flatMap((field) => own.find((column) => isField(column, field)) ?? [])
  return [...new Set(found)]
}

/** The column of the SKU among those of the cells. */
export function skuColumn(fieldsOfCells: readonly GridColumn[]): GridColumn | undefined {
  return fieldsOfCells.find((column) => isField(column, 'sku'))
}

function isField(column: GridColumn, field: CellField): boolean {
  if (field === 'image') return column.kind === 'image'
  if (field !== 'sku' && column.traits.family !== 'number') return false
  return meaningOf(column) === field
}
