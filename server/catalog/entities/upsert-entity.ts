import type { Scalar } from '../attributes/data-types/data-types.ts'
import { ensureValueIndex } from '../../store/tables/indexes.ts'
import { type EntityType, type EntityUpsert, pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Role } from '#shared/team.ts'
import { foldText } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntitiesByComparable } from '../../store/tables/entities.ts'
import type { Comparable } from '../../store/tables/values.ts'
import { keyComparable } from './current-values.ts'
import type { Answer } from '../answer.ts'
import { dropUnchangedComputed, resolveParent, resolveWrites } from './resolve-writes.ts'
import { type CatalogError, conflict, Faults, validationFailed } from '../errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { WriteContext } from '../events/record-event.ts'
import { createFrom } from './create-entity.ts'
import { createdAnswer, rowJson, taggedAnswer } from './entity-json.ts'
import { parseWrites } from './parse-writes.ts'
import { updateFrom } from './update-entity.ts'

export interface UpsertRequest {
  readonly type: EntityType
  readonly body: EntityUpsert
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

export type UpsertStatus = 'created' | 'updated' | 'unchanged'

export function upsertEntity(
  tx: WritableDb,
  { type, body, faults: structural, context }: UpsertRequest,
): Answer {
  const faults = new Faults(structural)
  const given = body.attributes ?? {}
  const { row, status } = upsertFrom(
    tx,
    { type, mergeKey: body.merge_key, parent: body.parent_id, given },
    faults,
    context,
  )
  const view = viewFor(tx, context.role)
  return status === 'created' ? createdAnswer(view, type, row) : taggedAnswer(200, rowJson(view, row))
}

export interface ParsedUpsert {
  readonly type: EntityType
  readonly mayBeNumber?: boolean
  /** Whether an entity that is not there is refused, and not created. */
  readonly isUpdate?: boolean
  readonly mergeKey: string | undefined
  readonly parent: unknown
  readonly given: Readonly<Record<string, unknown>>
}

/** The upsert behind the route, the batch and the import. Throws all faults together, then `conflict` on several matches. */
export function upsertFrom(
  tx: WritableDb,
  { type, mergeKey, mayBeNumber, isUpdate, parent, given }: ParsedUpsert,
  faults: Faults,
  context: WriteContext,
): { row: EntityRow; status: UpsertStatus } {
  const view = viewFor(tx, context.role)
  const attributes = attributesOf(view, type)
  const match = parseMatch(attributes, { mergeKey, mayBeNumber, given }, faults)
  const matches = match ? findMatches(tx, match) : []
  const [row, ...others] = matches
  const changed = row ? dropUnchangedComputed(view, row, attributes, given) : given
  const writes = parseWrites(attributes, changed, faults)
  if (!match || others.length > 0) {
    // Every fault comes before the conflict, also those that updating or creating would find.
    resolveWrites(view, writes, faults)
    resolveParent(view, parent, { type }, faults)
    faults.throwIfAny()
  }
  if (!match) throw validationFailed(faults.list)
  if (others.length > 0) throw severalMatches(type, match.attribute.key, matches)
  if (!row) {
    if (isUpdate) throw onlyUpdates(match.attribute)
    return { row: createFrom(tx, { type, parent, writes, given }, faults, context), status: 'created' }
  }
  const updated = updateFrom(tx, row, { type, parent, writes }, faults, context)
  return { row: updated, status: updated === row ? 'unchanged' : 'updated' }
}

function onlyUpdates({ key }: Attribute): CatalogError {
  return validationFailed([{ field: `attributes.${key}`, ...issueSentence(message('row.only_updates')) }])
}

interface Match {
  readonly attribute: Attribute
  readonly comparable: Comparable
}

type MatchRequest = Pick<ParsedUpsert, 'mergeKey' | 'given'> & { readonly mayBeNumber?: boolean | undefined }

function parseMatch({ byKey }: AttributeSet, asked: MatchRequest, faults: Faults): Match | undefined {
  const { mergeKey, given } = asked
  if (mergeKey === undefined) return undefined
  const attribute = byKey.get(mergeKey)
  if (!attribute) return faults.addUnknown('merge_key', 'not_a_defined_attribute', mergeKey, byKey)
  if (!canMatch(attribute, asked)) return faults.add('merge_key', 'not_a_text_attribute')
  const value = Object.hasOwn(given, mergeKey) ? given[mergeKey] : undefined
  // The writes report a value of a wrong shape; it is not missing.
  return typeof value === 'object' && value !== null
    ? undefined
    : toMatch(attribute, value as Scalar | null | undefined, faults)
}

function toMatch(attribute: Attribute, value: Scalar | null | undefined, faults: Faults): Match | undefined {
  const text = foldText(String(value ?? ''))
  if (text === '') return faults.add('merge_key', 'merge_key_value_required')
  const comparable = keyComparable(attribute, text)
  return comparable === undefined
    ? faults.add(`attributes.${attribute.key}`, 'expected_number')
    : { attribute, comparable }
}

function canMatch({ traits }: Attribute, { mayBeNumber = false }: MatchRequest): boolean {
  return traits.isFreeText || (mayBeNumber && traits.family === 'number' && traits.writable)
}

export interface MergeKeyValue {
  readonly mergeKey: string
  readonly value: unknown
  /** The role of the caller, who may name keys that this role may read. */
  readonly role?: Role | undefined
}

/** The only entity whose merge key has the value: undefined for no match, throws `conflict` for several. */
export function findByMergeKey(
  tx: WritableDb,
  type: EntityType,
  { mergeKey, value, role }: MergeKeyValue,
  faults: Faults,
): EntityRow | undefined {
  const match = parseMatch(
    attributesOf(viewFor(tx, role), type),
    { mergeKey, given: { [mergeKey]: value } },
    faults,
  )
  const [row, ...others] = match ? findMatches(tx, match) : []
  if (row && others.length > 0) throw severalMatches(type, mergeKey, [row, ...others])
  return row
}

export function listMatches(tx: WritableDb, type: EntityType, key: string, value: string): EntityRow[] {
  const asked = { mergeKey: key, mayBeNumber: true, given: { [key]: value } }
  const match = parseMatch(attributesOf(tx, type), asked, new Faults())
  return match ? findMatches(tx, match) : []
}

const maxMatchesNamed = 20

function findMatches(tx: WritableDb, { attribute, comparable }: Match): EntityRow[] {
  ensureValueIndex(tx, attribute.id)
  return listEntitiesByComparable(tx, attribute.id, comparable, maxMatchesNamed)
}

function severalMatches(type: EntityType, mergeKey: string, rows: readonly EntityRow[]) {
  const uuids = rows.map(({ uuid }) => uuid).join(', ')
  return conflict(
    message('cell.reference_value_ambiguous', { plural: pluralOf[type], key: mergeKey, ids: uuids }),
    [{ field: 'merge_key', issue: 'not_unique' }],
  )
}
