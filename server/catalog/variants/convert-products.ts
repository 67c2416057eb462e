import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { isObject } from '#shared/exact-json.ts'
import { message } from '#shared/messages/message.ts'
import {
  type ConvertProducts,
  maxVariantsAtOnce,
  type ProductConversion,
  productConversions,
} from '#shared/variants.ts'
import { isOneOf } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  type EntityRow,
  findEntity,
  getEntityRow,
  isWithin,
  listKinships,
  nextIdentity,
} from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { checkCreate, createFrom } from '../entities/create-entity.ts'
import { ownValues, shownValues, type Values } from '../entities/current-values.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { resolveParent } from '../entities/resolve-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { clearedKeys, sharedValues } from './shared-values.ts'

export interface ConvertRequest {
  readonly body: Partial<ConvertProducts>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

type NewParent =
  | { readonly kind: 'existing'; readonly row: EntityRow }
  | { readonly kind: 'new'; readonly given: Values; readonly moved: readonly string[] }

/**
 * Makes products variants of another one, known or new, or variants products of their own: 200 with all of them as they
 * are now, under one `edit_id`. All or none. [VARIANTS-04]
 */
export function convertProducts(
  tx: WritableDb,
  { body, faults: structural, context }: ConvertRequest,
): Answer {
  const faults = new Faults(structural)
  const to = readTarget(body, faults)
  const rows = readRows(tx, body.ids ?? [], faults)
  const parent = to === 'variants_of' ? readParent(tx, body, rows, faults) : undefined
  if (to === 'products') refuseMembers(body, faults)
  if (parent?.kind === 'existing') refuseCircles(tx, body.ids ?? [], parent.row, faults)
  faults.throwIfAny()
  const editId = nextIdentity(tx).uuid
  const edit = { ...context, edit_id: editId }
  const result = parent ? joinUnder(tx, parent, rows, edit) : standAlone(tx, rows, edit)
  return answer(tx, result, editId)
}

function readTarget({ to }: ConvertRequest['body'], faults: Faults): ProductConversion | undefined {
  if (to === undefined || isOneOf(productConversions, to)) return to
  return faults.add('to', 'invalid_value', productConversions, to)
}

function readRows(tx: WritableDb, ids: readonly string[], faults: Faults): EntityRow[] {
  if (faults.hasErrorFor('ids')) return []
  if (ids.length === 0) faults.add('ids', 'expected_values')
  if (ids.length > maxVariantsAtOnce) {
    faults.addExpected('ids', 'too_many_values', { max_items: maxVariantsAtOnce })
    return []
  }
  const rows = ids.flatMap((id, index) => {
    const uuid = parseUuid(id)
    if (uuid === undefined) return faults.add(`ids[${index}]`, 'expected_uuid') ?? []
    return findEntity(tx, 'product', uuid) ?? faults.add(`ids[${index}]`, 'referenced_entity_not_found') ?? []
  })
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function refuseMembers({ parent, move_shared: moves }: ConvertRequest['body'], faults: Faults): void {
  if (parent !== undefined) faults.explain('parent', 'invalid_value', message('convert.only_variants'))
  if (moves) faults.explain('move_shared', 'invalid_value', message('convert.only_variants'))
}

function readParent(
  tx: WritableDb,
  { ids = [], parent, move_shared: moves = false }: ConvertRequest['body'],
  rows: readonly EntityRow[],
  faults: Faults,
): NewParent | undefined {
  if (parent === undefined || parent === null) return faults.add('parent', 'required')
  refuseParents(tx, ids, rows, faults)
  if (isObject(parent) && isObject(parent['attributes']))
    return readNewParent(tx, parent['attributes'], { rows, moves }, faults)
  if (moves) faults.explain('move_shared', 'invalid_value', message('convert.only_new_parent'))
  return readKnownParent(tx, parent, faults)
}

function readKnownParent(tx: WritableDb, parent: unknown, faults: Faults): NewParent | undefined {
  const own = new Faults()
  const id = resolveParent(tx, parent, { type: 'product' }, own)
  for (const { field: _field, ...fault } of own.list) faults.addAll('parent', [fault])
  return typeof id === 'number' ? { kind: 'existing', row: getEntityRow(tx, id) } : undefined
}

/** A product with variants would become a variant with some. */
function refuseParents(
  tx: WritableDb,
  ids: readonly string[],
  rows: readonly EntityRow[],
  faults: Faults,
): void {
  const internal = rows.map(({ id }) => id)
  const parents = new Set(
    listKinships(tx, internal).flatMap(([id, , hasChildren]) => (hasChildren ? id : [])),
  )
  for (const { id, uuid } of rows) {
    if (!parents.has(id)) continue
    const index = ids.findIndex((sent) => parseUuid(sent) === uuid)
    faults.explain(`ids[${index}]`, 'invalid_value', message('convert.has_variants'))
  }
}

function readNewParent(
  tx: WritableDb,
  sent: Values,
  { rows, moves }: { readonly rows: readonly EntityRow[]; readonly moves: boolean },
  faults: Faults,
): NewParent {
  const shared = moves ? sharedValues(tx, rows) : {}
  const given = { ...shared, ...sent }
  const own = new Faults()
  try {
    const writes = parseWrites(attributesOf(tx, 'product'), given, own)
    checkCreate(tx, { type: 'product', parent: null, writes, given }, own)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    for (const { field, ...fault } of error.fieldErrors) faults.addAll(`parent.${field}`, [fault])
  }
  return { kind: 'new', given, moved: Object.keys(shared).filter((key) => !Object.hasOwn(sent, key)) }
}

function refuseCircles(tx: WritableDb, ids: readonly string[], parent: EntityRow, faults: Faults): void {
  ids.forEach((id, index) => {
    const uuid = parseUuid(id)
    const row = uuid && findEntity(tx, 'product', uuid)
    if (row && isWithin(tx, parent.id, row.id)) faults.add(`ids[${index}]`, 'self_reference')
  })
}

interface ConversionResult {
  readonly parent: EntityRow | null
  readonly products: readonly EntityRow[]
  readonly moved: readonly string[]
  readonly isChanged: boolean
}

function joinUnder(
  tx: WritableDb,
  parent: NewParent,
  rows: readonly EntityRow[],
  context: WriteContext,
): ConversionResult {
  const above = parent.kind === 'existing' ? parent.row : createParent(tx, parent.given, context)
  const moved = parent.kind === 'existing' ? [] : parent.moved
  const attributes = attributesOf(tx, 'product')
  const blank = Object.fromEntries(
    clearedKeys(attributes, moved).map((key) => [key, emptyOf(attributes, key)]),
  )
  const products = rows.map((row) => {
    const writes = parseWrites(attributes, blank, new Faults())
    return updateFrom(tx, row, { type: 'product', parent: above.uuid, writes }, new Faults(), context)
  })
  const isChanged = parent.kind === 'new' || products.some((row, index) => row !== rows[index])
  return { parent: above, products, moved, isChanged }
}

function createParent(tx: WritableDb, given: Values, context: WriteContext): EntityRow {
  const faults = new Faults()
  const writes = parseWrites(attributesOf(tx, 'product'), given, faults)
  return createFrom(tx, { type: 'product', parent: null, writes, given }, faults, context)
}

function emptyOf({ byKey }: ReturnType<typeof attributesOf>, key: string): null | readonly never[] {
  return byKey.get(key)?.traits.shape === 'reference_list' ? [] : null
}

/** The values that a variant showed of its parent become its own, so that none is lost. */
function standAlone(tx: WritableDb, rows: readonly EntityRow[], context: WriteContext): ConversionResult {
  const attributes = attributesOf(tx, 'product')
  const inheriting = attributes.list
    .filter(({ extras, traits }) => extras.inheritance_mode === 'inherit_from_parent' && traits.writable)
    .map(({ key }) => key)
  const products = rows.map((row) => {
    if (row.parent === null) return row
    const own = ownValues(tx, row, attributes, inheriting)
    const shown = shownValues(
      tx,
      row,
      inheriting.filter((key) => own[key] === null),
    )
    const retained = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
    const writes = parseWrites(attributes, retained, new Faults())
    return updateFrom(tx, row, { type: 'product', parent: null, writes }, new Faults(), context)
  })
  return { parent: null, products, moved: [], isChanged: products.some((row, index) => row !== rows[index]) }
}

function answer(
  tx: WritableDb,
  { parent, products, moved, isChanged }: ConversionResult,
  editId: string,
): Answer {
  const [above = 'null', ...others] = [
    ...(parent ? entitiesJson(tx, [getEntityRow(tx, parent.id)]) : ['null']),
    ...entitiesJson(
      tx,
      products.map(({ id }) => getEntityRow(tx, id)),
    ),
  ]
  const head = JSON.stringify({ edit_id: isChanged ? editId : null, moved })
  return dataAnswer(200, `${head.slice(0, -1)},"parent":${above},"products":[${others.join(',')}]}`)
}
