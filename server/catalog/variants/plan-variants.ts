import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { PlannedVariant, VariantPlan, VariantsRequest } from '#shared/variants.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listVariants } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { checkCreate } from '../entities/create-entity.ts'
import { type AttributeWrite, parseWrites } from '../entities/parse-writes.ts'
import { resolveWrites } from '../entities/resolve-writes.ts'
import { getEntity } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import { axisText } from './choose-axes.ts'
import { maxVariants, readTexts } from './axes.ts'
import { type GridAxis, type GridRow, listGridRows, readGridAxes, rowKey, textsOf } from './variant-grid.ts'
import { planNames } from './variant-names.ts'

export interface PlanRequest {
  readonly id: string
  readonly body: Partial<VariantsRequest>
  readonly faults: readonly FieldError[]
  /** Whether the caller may give attributes new options. */
  readonly mayAddOptions: boolean
}

/** Tells which variants a request would make: 200, and nothing is written. 404 comes before faults. [VARIANTS-01] */
export function planVariants(
  db: ReadableDb,
  { id, body, faults: structural, mayAddOptions }: PlanRequest,
): Answer {
  const parent = getEntity(db, 'product', id)
  const faults = new Faults(structural)
  const grid = readGrid(db, { parent, body, mayAddOptions }, faults)
  faults.throwIfAny()
  const rows = new RowPlanner(db, grid).planAll()
  const count = (wanted: PlannedVariant['status']) => rows.filter(({ status }) => status === wanted).length
  const plan: VariantPlan = {
    rows,
    new_options: newOptionsOf(grid.axes),
    summary: {
      total: rows.length,
      create: count('create'),
      exists: count('exists'),
      clashes: count('clashes'),
    },
  }
  return dataAnswer(200, JSON.stringify(plan))
}

export interface VariantGrid {
  readonly parent: EntityRow
  readonly axes: readonly GridAxis[]
  readonly rows: readonly GridRow[]
  /** The values that a new variant gets, besides those on the axes. */
  readonly givenOf: (row: GridRow) => Readonly<Record<string, unknown>>
  /** A second variant of the parent with this SKU clashes, whether the attribute is unique or not. */
  readonly skuKey: string | undefined
  readonly existing: ReadonlyMap<string, EntityRow>
}

interface GridRequest {
  readonly parent: EntityRow
  readonly body: Partial<VariantsRequest>
  readonly mayAddOptions: boolean
}

export function readGrid(
  db: ReadableDb,
  { parent, body, mayAddOptions }: GridRequest,
  faults: Faults,
): VariantGrid {
  const { axes: sent = [], set = {}, sku_pattern: pattern } = body
  const axes = faults.hasErrorFor('axes') ? [] : readGridAxes(db, sent, mayAddOptions, faults)
  checkSet(db, set, axes, faults)
  const names = planNames(db, { parent, axes, pattern }, faults)
  const rows = faults.isEmpty ? listGridRows(axes) : []
  const numbers = new Map(rows.map((row, index) => [row.key, index]))
  return {
    parent,
    axes,
    rows,
    givenOf: (row) => ({ ...names.of(row, numbers.get(row.key) ?? 0), ...set }),
    skuKey: names.sku?.key,
    existing: faults.isEmpty ? listExisting(db, parent, axes) : new Map(),
  }
}

function checkSet(
  db: ReadableDb,
  set: Readonly<Record<string, unknown>>,
  axes: readonly GridAxis[],
  faults: Faults,
): void {
  for (const { attribute } of axes)
    if (Object.hasOwn(set, attribute.key))
      faults.explain(
        `set.${attribute.key}`,
        'invalid_value',
        message('variants.set_is_axis', { key: attribute.key }),
      )
  const own = new Faults()
  resolveWrites(db, parseWrites(attributesOf(db, 'product'), set, own), own)
  for (const { field, ...fault } of own.list) faults.addAll(field.replace(/^attributes\./, 'set.'), [fault])
}

function listExisting(db: ReadableDb, parent: EntityRow, axes: readonly GridAxis[]): Map<string, EntityRow> {
  const variants = listVariants(db, 'product', parent.uuid, maxVariants)
  const attributes = axes.map(({ attribute }) => attribute)
  const texts = readTexts(
    db,
    attributes,
    variants.map(({ id }) => id),
  )
  const keyed = variants.map((variant, index) => {
    const own = texts[index]
    return [rowKey(attributes.map(({ key }) => (own ? axisText(own, key) : ''))), variant] as const
  })
  // The oldest counts where variants are alike.
  return new Map(keyed.toReversed())
}

/** Tells of rows one after another what would become of each; those before it count as made. */
export class RowPlanner {
  readonly #db: ReadableDb
  readonly #grid: VariantGrid
  readonly #taken = new Map<string, Set<string>>()

  constructor(db: ReadableDb, grid: VariantGrid) {
    this.#db = db
    this.#grid = grid
    this.#takeSkus()
  }

  planAll(): PlannedVariant[] {
    return this.#grid.rows.map((row) => this.plan(row))
  }

  plan(row: GridRow, own: Readonly<Record<string, unknown>> = {}): PlannedVariant {
    const { existing, givenOf } = this.#grid
    const values = textsOf(row)
    const there = existing.get(row.key)
    if (there) return { values, status: 'exists', id: there.uuid, attributes: {}, field_errors: [] }
    const given = { ...givenOf(row), ...own }
    const faults = this.#faultsOf(row, given)
    const status = faults.length > 0 ? 'clashes' : 'create'
    return { values, status, id: null, attributes: given, field_errors: faults }
  }

  #faultsOf(row: GridRow, given: Readonly<Record<string, unknown>>): readonly FieldError[] {
    const faults = new Faults()
    const writes: AttributeWrite[] = parseWrites(attributesOf(this.#db, 'product'), given, faults)
    for (const [attribute, { value }] of row.values) writes.push({ kind: 'scalar', attribute, value })
    const whole = { ...given, ...textsOf(row) }
    try {
      checkCreate(this.#db, { type: 'product', parent: this.#grid.parent.uuid, writes, given: whole }, faults)
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      return error.fieldErrors
    }
    return this.#takenBy(writes)
  }

  #takenBy(writes: readonly AttributeWrite[]): FieldError[] {
    const own = writes.flatMap((write) => {
      const { attribute } = write
      const isAlone = attribute.extras.constraints.unique || attribute.key === this.#grid.skuKey
      return isAlone && write.kind === 'scalar' && write.value !== null
        ? [[attribute.key, foldText(String(write.value))] as const]
        : []
    })
    const clashing = own.filter(([key, text]) => this.#taken.get(key)?.has(text))
    if (clashing.length === 0) for (const [key, text] of own) this.#take(key, text)
    return clashing.map(([key]) => ({ field: `attributes.${key}`, issue: 'not_unique' }))
  }

  #take(key: string, text: string): void {
    const known = this.#taken.get(key)
    if (known) known.add(text)
    else this.#taken.set(key, new Set([text]))
  }

  #takeSkus(): void {
    const { skuKey: key, parent } = this.#grid
    const sku = key === undefined ? undefined : attributesOf(this.#db, 'product').byKey.get(key)
    if (!sku) return
    const variants = listVariants(this.#db, 'product', parent.uuid, maxVariants).map(({ id }) => id)
    for (const texts of readTexts(this.#db, [sku], [parent.id, ...variants]))
      if (axisText(texts, sku.key) !== '') this.#take(sku.key, foldText(axisText(texts, sku.key)))
  }
}

export function newOptionsOf(axes: readonly GridAxis[]): { attribute: string; values: string[] }[] {
  return axes
    .filter(({ newOptions }) => newOptions.length > 0)
    .map(({ attribute, newOptions }) => ({ attribute: attribute.key, values: [...newOptions] }))
}
