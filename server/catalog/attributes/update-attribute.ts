import { keysOf } from '#shared/text.ts'
import {
  type AttributeConfig,
  type AttributeCreate,
  type AttributePatch,
  dataTypeTraits,
} from '#shared/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Change } from '#shared/events.ts'
import {
  type Attribute,
  type AttributeState,
  changeAttribute,
  optionsOf,
  isReference,
  attributesOf,
  orderAttributes,
} from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, validationFailed } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig, findAttribute, isDataType, refuseRestricted } from './attribute-config.ts'
import { checkDefinition, checkSpellings, checkEnumerated, requiredOf } from './check-definition.ts'
import {
  checkFormulaText,
  checkLookupCircle,
  refuseBrokenFormulas,
  workingFormulas,
  refuseTooLarge,
} from './check-formula.ts'
import { checkGeneration } from './check-generation.ts'
import { checkReference } from './linked-types.ts'
import { convertValues, refuseChangeOfTarget, refuseLosses, type ChangedAttribute } from './convert-values.ts'
import { toExtras, relabelEntities, yieldPrimary } from './define-attribute.ts'
import { patchDefinition } from './patch-definition.ts'
import { refuseWhileTargetNeeded } from './delete-attribute.ts'

export interface UpdateAttributeRequest {
  readonly key: string
  readonly type: string | undefined
  readonly body: AttributePatch
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Changes any part of a definition: 200 with the whole of it. Throws all faults together, then `conflict` where stored values
 * or other definitions would suffer. A change of nothing is recorded nowhere (decisions, Attribute definitions).
 */
export function updateAttribute(tx: WritableDb, request: UpdateAttributeRequest): Answer {
  const { key, type, body, context } = request
  const faults = new Faults(request.faults)
  const before = findAttribute(viewFor(tx, context.role), key, type, faults)
  const after = before ? update(tx, before, body, faults, context) : refuse(body, faults)
  return dataAnswer(200, JSON.stringify(toConfig(after)))
}

function refuse(body: AttributePatch, faults: Faults): never {
  checkEnumerated(body, faults)
  faults.throwIfAny()
  throw new Error('A definition that cannot be told is a fault.')
}

function update(
  tx: WritableDb,
  before: Attribute,
  body: AttributePatch,
  faults: Faults,
  context: WriteContext,
): Attribute {
  const config = toConfig(before)
  const draft = patchDefinition(before, config, body, faults)
  checkDefinition(draft, faults, config.constraints)
  checkSpellings(draft, faults, before.options)
  const view = viewFor(tx, context.role)
  checkReference(view, draft, faults)
  checkComputed(view, before, draft, faults)
  checkGeneration(view, draft, faults, before)
  faults.throwIfAny()
  const state = toState(draft)
  const changes = changesBetween(
    config,
    toConfig({ ...before, ...state, traits: dataTypeTraits[state.dataType] }),
  )
  if (changes.length === 0) return before
  refuseRestricted([before], context)
  refuseConflicts(tx, before, state)
  return store(tx, before, state, changes, context)
}

/** A stored formula is not checked again: a definition that was read may be sent back. */
function checkComputed(db: ReadableDb, before: Attribute, draft: AttributeCreate, faults: Faults): void {
  const isNew = draft.formula !== before.extras.formula || draft.data_type !== before.dataType
  if (isNew) checkFormulaText(db, draft, faults, before)
  if (isDataType(draft.data_type)) {
    checkLookupCircle(db, { ...before, dataType: draft.data_type, extras: toExtras(draft) }, faults, before)
  }
}

function toState(draft: AttributeCreate): AttributeState {
  const { name, dataType } = requiredOf(draft)
  return {
    name,
    dataType,
    isPrimary: draft.is_primary ?? false,
    extras: toExtras(draft),
  }
}

function changesBetween(before: AttributeConfig, after: AttributeConfig): Change[] {
  const fields = [...new Set([...keysOf(after), ...keysOf(before)])]
  return fields.flatMap((field) =>
    isEqual(before[field], after[field])
      ? []
      : [{ attribute: field, old: before[field] ?? null, new: after[field] ?? null }],
  )
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, member]) => [key, sorted(member)])
}

function refuseConflicts(tx: WritableDb, before: Attribute, { dataType, extras }: AttributeState): void {
  const traits = dataTypeTraits[dataType]
  const options = optionsOf(dataType, extras.acceptable_values)
  const after: ChangedAttribute = { dataType, entityType: before.entityType, traits, options, extras }
  if (isReference(before) && !isReference(after)) refuseWhileTargetNeeded(tx, before, 'data_type')
  refuseLosses(tx, before, after)
  const isRedirected = before.extras.reference?.type !== extras.reference?.type
  if (!isReference(before) || !isReference(after) || !isRedirected) return
  refuseWhileTargetNeeded(tx, before, 'reference.type')
  refuseChangeOfTarget(tx, before)
}

const formulaConflicts = ['data_type', 'formula', 'reference', 'inheritance_mode']

function store(
  tx: WritableDb,
  before: Attribute,
  state: AttributeState,
  changes: readonly Change[],
  context: WriteContext,
): Attribute {
  const { entityType, isPrimary } = before
  if (state.isPrimary && !isPrimary) yieldPrimary(tx, entityType, context)
  const field = formulaConflicts.find((field) => changes.some(({ attribute }) => attribute === field))
  const working = field ? workingFormulas(tx, before) : []
  const after = changeAttribute(tx, before, state)
  refuseTooLarge(tx, after)
  if (field) refuseBrokenFormulas(tx, after, working, field)
  convertValues(tx, before, after)
  if (state.isPrimary !== isPrimary || (isPrimary && inheritsOtherwise(before, after)))
    relabelEntities(tx, entityType)
  recordAttributeEvent(tx, 'attribute.updated', after, changes, context)
  return after
}

function inheritsOtherwise({ extras: one }: Attribute, { extras: other }: Attribute): boolean {
  return one.inheritance_mode !== other.inheritance_mode || one.rollup_mode !== other.rollup_mode
}

interface MoveAttributeRequest {
  readonly key: string
  readonly type: string | undefined
  /** The key of the attribute to move before; null for the end. */
  readonly before: string | null | undefined
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Moves an attribute among those of its type, and so its column: 200 with its definition. A move to its
 * present position is not recorded.
 */
export function moveAttribute(tx: WritableDb, request: MoveAttributeRequest): Answer {
  const { key, type, before, context } = request
  const faults = new Faults(request.faults)
  const attribute = findAttribute(viewFor(tx, context.role), key, type, faults)
  const list = attribute ? attributesOf(tx, attribute.entityType).list : []
  const others = list.filter(({ id }) => id !== attribute?.id)
  const at = before == null ? others.length : others.findIndex((other) => other.key === before)
  if (attribute && at === -1 && before !== key)
    faults.addUnknown(
      'before',
      'not_a_defined_attribute',
      before ?? '',
      list.map((other) => other.key),
    )
  faults.throwIfAny()
  if (!attribute) throw validationFailed(faults.list)
  const old = list.indexOf(attribute)
  const position = before === key ? old : at
  if (position !== old) {
    const ordered = others.toSpliced(position, 0, attribute)
    orderAttributes(
      tx,
      ordered.map(({ id }) => id),
    )
    const change = { attribute: 'position', old: old + 1, new: position + 1 }
    recordAttributeEvent(tx, 'attribute.updated', attribute, [change], context)
  }
  return dataAnswer(200, JSON.stringify(toConfig(attribute)))
}
