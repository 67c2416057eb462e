import type { EntityCreate, EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Role } from '#shared/team.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import type { Answer } from '../answer.ts'
import { refuseRestricted } from '../attributes/attribute-config.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { createdAnswer } from './entity-json.ts'
import { type AttributeWrite, parseWrites } from './parse-writes.ts'
import { refuseDuplicates, type ResolvedWrite, resolveParent, resolveWrites } from './resolve-writes.ts'
import { storeNewEntity } from './write-entity.ts'

export interface CreateRequest {
  readonly type: EntityType
  readonly body: EntityCreate
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Creates an entity from a request: 201 with the full resource. The primary attribute is required. */
export function createEntity(
  tx: WritableDb,
  { type, body, faults: structural, context }: CreateRequest,
): Answer {
  const faults = new Faults(structural)
  const view = viewFor(tx, context.role)
  const writes = parseWrites(attributesOf(view, type), body.attributes ?? {}, faults)
  const row = createFrom(
    tx,
    { type, parent: body.parent_id, writes, given: body.attributes ?? {} },
    faults,
    context,
  )
  return createdAnswer(view, type, row)
}

export interface ParsedCreate {
  readonly type: EntityType
  readonly parent: unknown
  readonly writes: readonly AttributeWrite[]
  /** The write map as sent: a key that was sent and refused is not reported as missing too. */
  readonly given: Readonly<Record<string, unknown>>
}

/** Creates an entity from parsed writes and returns its row; throws all faults together, then conflicts. */
export function createFrom(
  tx: WritableDb,
  request: ParsedCreate,
  faults: Faults,
  context: WriteContext,
): EntityRow {
  const { parent, writes } = checkCreate(tx, request, faults, context.role)
  refuseRestricted(
    request.writes.filter(isFilled).map(({ attribute }) => attribute),
    context,
  )
  return storeNewEntity(tx, request.type, parent, writes, context)
}

function isFilled(write: AttributeWrite): boolean {
  return write.kind === 'reference' ? write.targets.length > 0 : write.value !== null
}

/** Checks as `createFrom` does, without creating anything: throws all faults together, then conflicts. */
export function checkCreate(
  db: ReadableDb,
  request: ParsedCreate,
  faults: Faults,
  role?: Role,
): { parent: number | null; writes: ResolvedWrite[] } {
  const { type, writes, given } = request
  const attributes = attributesOf(db, type)
  const complete = withDefaults(attributes, writes, given)
  const view = viewFor(db, role)
  // Nobody is asked for a value that they may not know of.
  requireValues(attributesOf(view, type), complete, given, faults)
  const parent = resolveParent(view, request.parent, { type }, faults) ?? null
  const resolved = resolveWrites(view, complete, faults)
  faults.throwIfAny()
  refuseDuplicates(db, resolved)
  return { parent, writes: resolved }
}

/** Default values fill keys that the request leaves unset, on create only. */
function withDefaults(
  { type, list }: AttributeSet,
  writes: readonly AttributeWrite[],
  given: ParsedCreate['given'],
): readonly AttributeWrite[] {
  const missing = list.filter(
    ({ key, extras }) => extras.default_value !== null && !Object.hasOwn(given, key),
  )
  if (missing.length === 0) return writes
  const values = Object.fromEntries(missing.map((attribute) => [attribute.key, readDefaultValue(attribute)]))
  const set: AttributeSet = {
    type,
    list,
    byKey: new Map(missing.map((a) => [a.key, a])),
    byId: new Map(),
    primary: undefined,
    computed: [],
  }
  return [...writes, ...parseWrites(set, values, new Faults())]
}

function readDefaultValue({ traits, extras }: AttributeSet['list'][number]): unknown {
  return traits.family === 'boolean' ? extras.default_value === 'true' : extras.default_value
}

function requireValues(
  { list }: AttributeSet,
  writes: readonly AttributeWrite[],
  given: ParsedCreate['given'],
  faults: Faults,
): void {
  for (const { key, isPrimary, extras } of list) {
    if (!isPrimary && !extras.constraints.required) continue
    const write = writes.find(({ attribute }) => attribute.key === key)
    const isRefused = write === undefined && Object.hasOwn(given, key)
    if (!isRefused && !hasValue(write)) faults.add(`attributes.${key}`, 'required')
  }
}

function hasValue(write: AttributeWrite | undefined): boolean {
  if (!write) return false
  return write.kind === 'scalar' ? write.value !== null : write.targets.length > 0
}
