import { findWriters } from '../../store/tables/events.ts'
import { maxEditValues } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EntityRow, nextIdentity } from '../../store/tables/entities.ts'
import type { Answer } from '../answer.ts'
import { parseTimestamp, toIso } from '#shared/iso-times.ts'
import { dropUnchangedComputed, refuseDuplicates, resolveWrites } from '../entities/resolve-writes.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { getEntity } from '../entities/update-entity.ts'
import { readStored, isSameValue, shownValues, type Values } from '../entities/current-values.ts'
import { storeChanges } from '../entities/write-entity.ts'
import { CatalogError, Faults, validationFailed } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type Outcome, outcomesAnswer, parseType } from './edit-outcome.ts'
import { isObject } from '#shared/exact-json.ts'
import { message } from '#shared/messages/message.ts'
import { unknownFieldIssue } from '#shared/describe-fault.ts'

export interface ApplyEdits {
  readonly body: { readonly type?: string; readonly edits?: readonly unknown[] }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Writes up to 10,000 values of one type in one durable transaction: 200 with an outcome for each edit, applied ones under one
 * `edit_id`. Each edit is atomic on its own and sees those before it (decisions, Edits and bulk edits).
 */
export function applyEdits(tx: WritableDb, { body, faults: structural, context }: ApplyEdits): Answer {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const edits = body.edits ?? []
  checkSize(edits, faults, structural)
  const settled = faults.settled(type)
  const editId = nextIdentity(tx).uuid
  const namesWriters = edits.length <= maxWithWriters
  const editor: Editor = { type: settled, context: { ...context, edit_id: editId }, namesWriters }
  const outcomes = edits.map((edit, index) => runEdit(tx, editor, edit, index))
  return outcomesAnswer(viewFor(tx, context.role), outcomes, editId, edits.length)
}

export function checkSize(
  edits: readonly unknown[],
  faults: Faults,
  structural: readonly FieldError[],
): void {
  if (structural.some(({ field }) => field === 'edits')) return
  const values = edits.reduce<number>((total, edit) => total + Math.max(1, countValues(edit)), 0)
  if (edits.length === 0 || !edits.some((edit) => countValues(edit) > 0))
    faults.explain('edits', 'expected_values', noEdit)
  if (values > maxEditValues) faults.addExpected('edits', 'too_many_values', { max_items: maxEditValues })
}

const noEdit = 'No edit names a value. Send at least one as {"id": …, "attributes": {"price": 12}}.'

function countValues(edit: unknown): number {
  return isObject(edit) && isObject(edit['attributes']) ? Object.keys(edit['attributes']).length : 0
}

export interface Editor {
  readonly type: EntityType
  readonly context: WriteContext
  readonly namesWriters?: boolean
}

export function runEdit(tx: WritableDb, editor: Editor, input: unknown, index: number): Outcome {
  const id = isObject(input) && typeof input['id'] === 'string' ? input['id'] : null
  try {
    const { row, attributes, expected, faults } = readEdit(tx, editor.type, input)
    const result = compareAndSet(tx, editor, { row, attributes, faults, expected })
    return typeof result === 'boolean'
      ? { status: 'applied', index, entity: row.id, isChanged: result }
      : {
          status: 'changed_meanwhile',
          index,
          id: row.uuid,
          current: result,
          ...writersOf(tx, editor, row, result),
        }
  } catch (error) {
    // Everything that can be refused is refused before anything of the edit is stored.
    if (!(error instanceof CatalogError)) throw error
    return { status: 'refused', index, id, error }
  }
}

// In thousands of edits nobody reads the author of each competing change.
const maxWithWriters = 200

function writersOf(tx: WritableDb, { namesWriters }: Editor, { id }: EntityRow, current: Values) {
  return namesWriters ? { writers: findWriters(tx, id, { keys: Object.keys(current) }) } : {}
}

export interface ReadEdit {
  readonly row: EntityRow
  readonly attributes: Values
  readonly expected: Values | undefined
  readonly faults: Faults
}

const members = ['id', 'attributes', 'if']

/** Reads an edit. An unknown entity is reported as not found before any other fault. */
export function readEdit(tx: WritableDb, type: EntityType, input: unknown): ReadEdit {
  const faults = new Faults()
  const edit = isObject(input) ? input : {}
  checkMembers(input, edit, faults)
  const attributes = readValues(edit, 'attributes', faults)
  const expected = readValues(edit, 'if', faults)
  const { id } = edit
  if (typeof id !== 'string') {
    if (id === undefined) faults.addSentence('id', message('schema.required'))
    else faults.addType('id', ['string'], id)
    throw validationFailed(faults.list)
  }
  const row = getEntity(tx, type, id)
  return { row, attributes: attributes ?? {}, expected, faults }
}

function checkMembers(input: unknown, edit: Values, faults: Faults): void {
  if (!isObject(input)) {
    faults.addType('edit', ['object'], input)
    faults.throwIfAny()
  }
  for (const key of Object.keys(edit)) {
    if (!members.includes(key)) faults.addUnknown(key, unknownFieldIssue, key, members)
  }
  const { attributes } = edit
  if (attributes === undefined) faults.addSentence('attributes', message('schema.required'))
  if (isObject(attributes) && Object.keys(attributes).length === 0)
    faults.add('attributes', 'expected_values')
}

function readValues(edit: Values, key: 'attributes' | 'if', faults: Faults): Values | undefined {
  const values = edit[key]
  if (values === undefined || isObject(values)) return values
  return faults.addType(key, ['object'], values)
}

/**
 * Writes values if the entity still has the expected ones. Returns whether anything changed, or the
 * current values where they differ; throws all faults together, then conflicts.
 */
function compareAndSet(
  tx: WritableDb,
  { type, context }: Editor,
  { row, attributes: given, expected, faults }: ReadEdit,
): boolean | Values {
  const view = viewFor(tx, context.role)
  const attributes = attributesOf(view, type)
  const writes = parseWrites(attributes, dropUnchangedComputed(view, row, attributes, given), faults)
  const stored = readStored(row)
  const resolved = resolveWrites(view, writes, faults, stored)
  if (expected) checkExpected(attributes, expected, faults)
  faults.throwIfAny()
  const current = expected && findChanged(view, row, attributes, { expected, given })
  if (current) return current
  refuseDuplicates(tx, resolved, stored)
  return storeChanges(tx, stored, undefined, resolved, context) !== row
}

export function checkExpected({ byKey }: AttributeSet, expected: Values, faults: Faults): void {
  for (const key of Object.keys(expected)) {
    if (key === 'updated_at') {
      if (timeOf(expected[key]) === undefined) faults.add('if.updated_at', 'expected_date')
      continue
    }
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(`if.${key}`, 'not_a_defined_attribute', key, byKey)
    else if (attribute.traits.shape === 'inverse') faults.add(`if.${key}`, 'not_selectable_inverse_reference')
  }
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined
}

/**
 * The current values of all expectations, where any differs. `updated_at` stands for the whole entity: it
 * comes with the current values that the edit would write.
 */
export function findChanged(
  db: ReadableDb,
  row: EntityRow,
  { byKey }: AttributeSet,
  { expected: { updated_at: time, ...expected }, given }: { expected: Values; given: Values },
): Values | undefined {
  const keys = Object.keys(expected)
  const shown = shownValues(db, row, time === undefined ? keys : [...keys, ...Object.keys(given)])
  const isSame = keys.every((key) => {
    const attribute = byKey.get(key)
    return attribute !== undefined && isSameValue(attribute, expected[key], shown[key])
  })
  if (time === undefined) return isSame ? undefined : shown
  if (isSame && timeOf(time) === row.updated_at) return undefined
  return { updated_at: toIso(row.updated_at), ...shown }
}
