/** Formulas in a bulk edit, computed for a chunk of entities from their state before the write. */
import { splitList, isOneOf } from '#shared/text.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import { getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import {
  type Attribute,
  type AttributeSet,
  attributesOf,
  isReference,
} from '../../store/tables/attributes.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import { ownValues, type Values } from '../entities/current-values.ts'
import { type Faults, validationFailed } from '../errors.ts'
import {
  type BulkOperation,
  bulkOperations,
  type OwnOperation,
  ownOperations,
} from '#shared/bulk-operations.ts'
import type { Operation } from './value-operations.ts'

interface CompiledSet {
  readonly attribute: Attribute
  readonly value: ValuePlan | undefined
  /** The result as text plus a point, so that only a failed formula is blank; unset for references. */
  readonly text: ValuePlan | undefined
  readonly shown: ValuePlan | undefined
}

export function asTextWithPoint(formula: string): string {
  return `(${formula}\n) & "."`
}

const drafts = new WeakMap<AttributeSet, Map<string, Attribute>>()
const maxDrafts = 100

function draftPlan(db: ReadableDb, type: EntityType, formula: string): ValuePlan {
  const attributes = attributesOf(db, type)
  const known = drafts.get(attributes) ?? new Map<string, Attribute>()
  drafts.set(attributes, known)
  if (known.size >= maxDrafts) known.clear()
  const draft = known.get(formula) ?? draftFormula(type, formula)
  known.set(formula, draft)
  return getValuePlan(db, draft)
}

function compileSets(db: ReadableDb, type: EntityType, set: Values): CompiledSet[] {
  const attributes = attributesOf(db, type)
  const { byKey } = attributes
  const { formulas, copies } = splitSet(attributes, set)
  const copied = [...copies].map(([key, source]) => {
    const [attribute, from] = [byKey.get(key), byKey.get(source)]
    if (!attribute || !from)
      throw validationFailed([{ field: `set.${key}`, ...issueSentence(definitionsChanged) }])
    return { attribute, value: getValuePlan(db, from), text: undefined, shown: undefined }
  })
  const computed = [...formulas].map(([key, formula]) => {
    const attribute = byKey.get(key)
    const text = draftPlan(db, type, asTextWithPoint(formula))
    if (!attribute || text.base.kind === 'none')
      throw validationFailed([{ field: `set.${key}`, ...issueSentence(definitionsChanged) }])
    const { traits, extras } = attribute
    const isText = traits.family === 'text' || traits.family === 'id'
    const readsItself = text.base.kind === 'formula' && text.base.inputs.has(key)
    const inherits = extras.inheritance_mode !== 'off'
    return {
      attribute,
      value: isText ? undefined : draftPlan(db, type, formula),
      text,
      shown: inherits && readsItself ? getValuePlan(db, attribute) : undefined,
    }
  })
  return [...copied, ...computed]
}

const definitionsChanged =
  'The definitions have changed since the edit was asked for, and the formula cannot be computed any more. Send the edit again.'

export type ComputedSets = (row: EntityRow, faults: Faults) => Values

const noSets: ComputedSets = () => ({})

/** Computes the formulas of a bulk edit for some entities, in one statement, from the state at the call. */
export function computeSets(
  db: ReadableDb,
  type: EntityType,
  set: Values,
  ids: readonly number[],
): ComputedSets {
  const sets = compileSets(db, type, set)
  if (sets.length === 0) return noSets
  const plans = sets.flatMap(({ value, text, shown }) => [text, value, shown].filter(isPlan))
  const values = readEffective(db, plans, ids)
  return (row, faults) => {
    const cells = [...(values.get(row.id) ?? [])]
    const given: [string, unknown][] = []
    for (const { attribute, ...of } of sets) {
      const text = of.text ? (cells.shift() ?? null) : ''
      const value = of.value ? cells.shift() : stripPoint(text)
      const shown = of.shown ? cells.shift() : null
      const { key } = attribute
      // An inherited value is not replaced by a stored one.
      if (isFromOtherEntity(db, row, attribute, shown)) continue
      if (text === null) faults.addSentence(`attributes.${key}`, noResult)
      else given.push([key, toWriteValue(db, attribute, value)])
    }
    return Object.fromEntries(given)
  }
}

function isPlan(plan: ValuePlan | undefined): plan is ValuePlan {
  return plan !== undefined
}

function stripPoint(text: EffectiveValue): string | null {
  return typeof text === 'string' ? text.slice(0, -1) : null
}

const noResult = message('formula.no_result')

function isFromOtherEntity(
  db: ReadableDb,
  row: EntityRow,
  attribute: Attribute,
  shown: EffectiveValue | undefined,
): boolean {
  if (shown === null || shown === undefined) return false
  return ownValues(db, row, attributesOf(db, attribute.entityType), [attribute.key])[attribute.key] === null
}

function toWriteValue(db: ReadableDb, { traits }: Attribute, value: EffectiveValue | undefined): unknown {
  const isList = traits.shape === 'reference_list'
  if (value !== undefined && isLinks(value)) {
    const uuids = listEntityRows(db, value).map(({ uuid }) => uuid)
    return isList ? uuids : (uuids[0] ?? null)
  }
  if (isList) return splitList(String(value ?? ''))
  return value === '' ? null : value
}

export function operationIn(value: unknown): BulkOperation | undefined {
  if (!isOperationObject(value)) return undefined
  return bulkOperations.find((operation) => Object.hasOwn(value, operation))
}

function isOperationObject(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, 'id')
}

interface SplitSet {
  readonly plain: Values
  readonly formulas: ReadonlyMap<string, string>
  readonly copies: ReadonlyMap<string, string>
  readonly own: ReadonlyMap<string, { readonly operation: OwnOperation; readonly sent: Operation }>
}

/** Splits `set` by operation; a copy is a formula, except of references, which formulas read as labels. */
export function splitSet({ byKey }: AttributeSet, set: Values): SplitSet {
  const plain: Record<string, unknown> = {}
  const formulas = new Map<string, string>()
  const copies = new Map<string, string>()
  const own = new Map<string, { operation: OwnOperation; sent: Operation }>()
  for (const [key, value] of Object.entries(set)) {
    const operation = operationIn(value)
    if (operation === undefined || !isOperationObject(value)) plain[key] = value
    else if (isOneOf(ownOperations, operation)) own.set(key, { operation, sent: value })
    else if (operation === 'formula') formulas.set(key, String(value['formula']))
    else {
      const attribute = byKey.get(key)
      const source = String(value['from'])
      if (attribute && isReference(attribute)) copies.set(key, source)
      else formulas.set(key, formulaOf(source))
    }
  }
  return { plain, formulas, copies, own }
}

export function formulaOf(key: string): string {
  return `{{${key}}}`
}
