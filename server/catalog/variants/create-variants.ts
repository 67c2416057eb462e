import { message } from '#shared/messages/message.ts'
import type { FieldError } from '#shared/errors.ts'
import type { MadeVariants, NewVariants } from '#shared/variants.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EntityRow, nextIdentity } from '../../store/tables/entities.ts'
import { listStoredAxes } from '../../store/tables/variant-axes.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { createFrom } from '../entities/create-entity.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { getEntity } from '../entities/update-entity.ts'
import { writingMany } from '../entities/write-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { storeAxes } from './axes.ts'
import { newOptionsOf, type PlanRequest, readGrid, RowPlanner, type VariantGrid } from './plan-variants.ts'
import { type GridRow, rowKey, textsOf } from './variant-grid.ts'

export interface CreateVariants extends Omit<PlanRequest, 'body'> {
  readonly body: Partial<NewVariants>
  readonly context: WriteContext
}

interface AcceptedRow {
  readonly row: GridRow
  readonly own: Readonly<Record<string, unknown>>
}

interface MadeRow {
  readonly values: Readonly<Record<string, string>>
  readonly status: MadeVariants['rows'][number]['status']
  readonly row?: EntityRow | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Makes variants of the plan under one `edit_id`: 200 with what became of each. Gives the parent the axes, and selects
 * the options that they miss. A row that clashes is left out and stops no other. [VARIANTS-02]
 */
export function createVariants(
  tx: WritableDb,
  { id, body, faults: structural, mayAddOptions, context: given }: CreateVariants,
): Answer {
  const parent = getEntity(tx, 'product', id)
  const faults = new Faults(structural)
  const view = viewFor(tx, given.role)
  const grid = readGrid(view, { parent, body, mayAddOptions }, faults)
  const accepted = faults.hasErrorFor('accept') ? [] : readAccepted(grid, body.accept, faults)
  faults.throwIfAny()
  const editId = nextIdentity(tx).uuid
  const context = { ...given, edit_id: editId }
  const newOptions = addOptions(tx, grid, context)
  const hasNewAxes = putGridAxes(tx, grid, context)
  const planner = new RowPlanner(view, grid)
  const made = writingMany(tx, attributesOf(tx, 'product'), new Set(), () =>
    accepted.map((row) => makeRow(tx, { grid, planner, context }, row)),
  )
  const isChanged = newOptions.length > 0 || hasNewAxes || made.some(({ status }) => status === 'created')
  return answer(view, made, { editId: isChanged ? editId : null, newOptions })
}

function readAccepted(
  { rows }: VariantGrid,
  accept: NewVariants['accept'] = 'all',
  faults: Faults,
): AcceptedRow[] {
  if (accept === 'all') return rows.map((row) => ({ row, own: {} }))
  if (accept.length === 0) faults.add('accept', 'expected_values')
  if (!faults.isEmpty) return []
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const [first] = rows
  const attributes = first ? [...first.values.keys()] : []
  return accept.flatMap(({ values, attributes: own = {} }, index) => {
    const isWhole = Object.keys(values).length === attributes.length
    const row = byKey.get(rowKey(attributes.map(({ key }) => values[key] ?? '')))
    if (row && isWhole) return [{ row, own }]
    return faults.explain(`accept[${index}].values`, 'invalid_value', message('variants.no_such_row')) ?? []
  })
}

function addOptions(tx: WritableDb, { axes }: VariantGrid, context: WriteContext) {
  const added = newOptionsOf(axes)
  for (const { attribute: key, values } of added) {
    const body = { add_acceptable_values: values }
    updateAttribute(tx, { key, type: 'product', body, faults: [], context })
  }
  return added
}

/** The axes of the request in their order; values that the parent had for them beforehand stay behind. */
function putGridAxes(tx: WritableDb, { parent, axes }: VariantGrid, context: WriteContext): boolean {
  const before = listStoredAxes(tx, [parent.id]).get(parent.id) ?? []
  const stored = axes.map(({ attribute, values }) => {
    const former = before.find((axis) => axis.attribute === attribute.uuid)?.values ?? []
    return { attribute: attribute.uuid, values: [...new Set([...values.map(({ text }) => text), ...former])] }
  })
  return storeAxes(tx, { ...parent, type: 'product' }, stored, context)
}

interface RowMaker {
  readonly grid: VariantGrid
  readonly planner: RowPlanner
  readonly context: WriteContext
}

function makeRow(tx: WritableDb, { grid, planner, context }: RowMaker, { row, own }: AcceptedRow): MadeRow {
  const values = textsOf(row)
  const there = grid.existing.get(row.key)
  if (there) return { values, status: 'exists', row: there, faults: [] }
  const { status, attributes, field_errors: clashes } = planner.plan(row, own)
  if (status === 'clashes') return { values, status, faults: clashes }
  const given = { ...attributes, ...valuesOf(row) }
  const faults = new Faults()
  const writes = parseWrites(attributesOf(viewFor(tx, context.role), 'product'), given, faults)
  try {
    const request = { type: 'product', parent: grid.parent.uuid, writes, given } as const
    return { values, status: 'created', row: createFrom(tx, request, faults, context), faults: [] }
  } catch (error) {
    // A refusal comes before anything of the row is stored.
    if (!(error instanceof CatalogError)) throw error
    if (error.code === 'forbidden') throw error
    return { values, status: 'clashes', faults: error.fieldErrors }
  }
}

function valuesOf({ values }: GridRow): Record<string, unknown> {
  return Object.fromEntries([...values].map(([{ key }, { value }]) => [key, value]))
}

interface MadeEdit {
  readonly editId: string | null
  readonly newOptions: MadeVariants['new_options']
}

function answer(db: ReadableDb, made: readonly MadeRow[], { editId, newOptions }: MadeEdit): Answer {
  const rows = made.flatMap(({ row }) => row ?? [])
  const texts = new Map(entitiesJson(db, rows).map((json, index) => [rows[index], json]))
  const data = made.map(({ values, status, row, faults }) => {
    const head = JSON.stringify({ values, status, id: row?.uuid ?? null, field_errors: faults })
    return row === undefined ? head : `${head.slice(0, -1)},"data":${texts.get(row)}}`
  })
  const count = (wanted: MadeRow['status']) => made.filter(({ status }) => status === wanted).length
  const summary: MadeVariants['summary'] = {
    total: made.length,
    created: count('created'),
    exists: count('exists'),
    clashes: count('clashes'),
  }
  const rest = JSON.stringify({ edit_id: editId, new_options: newOptions, summary })
  return dataAnswer(200, `${rest.slice(0, -1)},"rows":[${data.join(',')}]}`)
}
