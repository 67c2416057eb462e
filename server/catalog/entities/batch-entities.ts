import { isAttributeKey } from '#shared/attributes.ts'
import { isOneOf } from '#shared/text.ts'
import { type BatchItem, type EntityType, maxBatchItems } from '#shared/entities.ts'
import { errorCodes, type FieldError } from '#shared/errors.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { dropUnchangedComputed } from './resolve-writes.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { createFrom } from './create-entity.ts'
import { rowJson } from './entity-json.ts'
import { parseWrites } from './parse-writes.ts'
import { getEntity, updateFrom } from './update-entity.ts'
import { upsertFrom } from './upsert-entity.ts'
import { isObject } from '#shared/exact-json.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { asMessage } from '#shared/messages/message.ts'

export interface BatchRequest {
  readonly type: EntityType
  readonly body: { readonly merge_key?: string; readonly items?: readonly unknown[] }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

type Outcome = 'created' | 'updated' | 'unchanged'

/**
 * Creates or updates up to 100 entities in one durable transaction: 200 with a status per item. Items run in order, each
 * atomic on its own; a failed item changes nothing and does not stop the others (decisions, Batch).
 */
export function batchEntities(
  tx: WritableDb,
  { type, body, faults: structural, context }: BatchRequest,
): Answer {
  const items = body.items ?? []
  const faults = new Faults(structural)
  if (items.length > maxBatchItems)
    faults.addExpected('items', 'too_many_values', { max_items: maxBatchItems })
  if (items.length === 0 && !structural.some(({ field }) => field === 'items'))
    faults.add('items', 'expected_values')
  faults.throwIfAny()
  const summary = { total: items.length, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const view = viewFor(tx, context.role)
  const results = items.map((item, index) => {
    try {
      // There is no savepoint, which would copy every page: an item is refused before it writes.
      const { row, status } = runItem(tx, type, item, body.merge_key, context)
      summary[status] += 1
      return successJson(view, index, row, status)
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      summary.failed += 1
      return failureJson(index, error)
    }
  })
  return jsonAnswer(200, `{"data":[${results.join(',')}],"summary":${JSON.stringify(summary)}}`)
}

/** `id` wins over a merge key; with neither the item is a plain create. */
function runItem(
  tx: WritableDb,
  type: EntityType,
  input: unknown,
  callMergeKey: string | undefined,
  context: WriteContext,
): { row: EntityRow; status: Outcome } {
  const faults = new Faults()
  const item = parseItem(input, faults)
  const given = item.attributes ?? {}
  const parent = item.parent_id
  const mergeKey = item.merge_key ?? callMergeKey
  const view = viewFor(tx, context.role)
  const attributes = attributesOf(view, type)
  refuseUnclear(attributes, given, faults)
  if (item.id === undefined && mergeKey !== undefined) {
    return upsertFrom(tx, { type, mergeKey, parent, given }, faults, context)
  }
  const row = item.id === undefined ? undefined : getEntity(tx, type, item.id)
  const changed = row ? dropUnchangedComputed(view, row, attributes, given) : given
  const writes = parseWrites(attributes, changed, faults)
  if (!row)
    return { row: createFrom(tx, { type, parent, writes, given }, faults, context), status: 'created' }
  const updated = updateFrom(tx, row, { type, parent, writes }, faults, context)
  return { row: updated, status: updated === row ? 'unchanged' : 'updated' }
}

/** Without a readable id or merge key the item is ambiguous; faults of its values are reported as well. */
function refuseUnclear(attributes: AttributeSet, given: Record<string, unknown>, faults: Faults): void {
  if (!faults.hasErrorFor('id') && !faults.hasErrorFor('merge_key')) return
  parseWrites(attributes, given, faults)
  faults.throwIfAny()
}

const itemKeys: readonly (keyof BatchItem)[] = ['id', 'merge_key', 'parent_id', 'attributes']

function describeUnknown(key: string): string {
  const inside = isAttributeKey(key) ? ` Values go inside attributes: {"attributes": {"${key}": …}}.` : ''
  return `This field is not known here; an item has ${itemKeys.join(', ')}.${inside}`
}

function parseItem(input: unknown, faults: Faults): BatchItem {
  if (!isObject(input)) {
    faults.addType('item', ['object'], input)
    faults.throwIfAny()
    return {}
  }
  for (const key of Object.keys(input)) {
    if (!isOneOf(itemKeys, key))
      faults.addUnknown(key, issueSentence(describeUnknown(key)).issue, key, itemKeys)
  }
  return {
    ...textMember(input, 'id', faults),
    ...textMember(input, 'merge_key', faults),
    ...(input['parent_id'] !== undefined && { parent_id: input['parent_id'] }),
    ...objectMember(input, faults),
  }
}

function textMember(input: Record<string, unknown>, key: 'id' | 'merge_key', faults: Faults): BatchItem {
  const value = input[key]
  if (value === undefined) return {}
  if (typeof value === 'string') return { [key]: value }
  faults.addType(key, ['string'], value)
  return {}
}

function objectMember({ attributes }: Record<string, unknown>, faults: Faults): BatchItem {
  if (attributes === undefined) return {}
  if (isObject(attributes)) return { attributes }
  faults.addType('attributes', ['object'], attributes)
  return {}
}

function successJson(db: ReadableDb, index: number, row: EntityRow, status: Outcome): string {
  // The status of an item follows from the request; the summary counts it as unchanged where nothing changed.
  const [said, code] = status === 'created' ? ['created', 201] : ['updated', 200]
  return `{"index":${index},"status":"${said}","status_code":${code},"id":"${row.uuid}","data":${rowJson(db, row)}}`
}

function failureJson(index: number, { code, sentence, status, fieldErrors }: CatalogError): string {
  const is_retriable = errorCodes[code].retriable
  const error = { code, ...asMessage(sentence), is_retriable, field_errors: fieldErrors }
  return JSON.stringify({ index, status: 'failed', status_code: status, id: null, error })
}
