/**
 * The way to compute an effective value: reads, filters, sorts, labels and completeness are all compiled
 * from the plan of an attribute (compile-value.ts); the values are not stored.
 */
import { fileParts, type FilePart } from '#shared/facets.ts'
import type { Family, Shape } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Formula } from '#shared/formula/formula.ts'
import { type Attribute, attributesOf } from '../tables/attributes.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Measures } from './measured-value-sql.ts'
import { formulaFamily, findFormula, toFormulaType } from './formulas.ts'

/**
 * `inherit`: the nearest ancestor's value; `unique` and `all`: the variants' values, distinct or one per
 * variant.
 */
export type PlanMode = 'off' | 'inherit' | 'unique' | 'all'

export type Base =
  | { readonly kind: 'none' }
  | { readonly kind: 'own' }
  | { readonly kind: 'inverse'; readonly forward: ValuePlan }
  | { readonly kind: 'formula'; readonly formula: Formula; readonly inputs: ReadonlyMap<string, ValuePlan> }
  | { readonly kind: 'lookup'; readonly via: ValuePlan; readonly target: ValuePlan }
  | { readonly kind: 'measured'; readonly measures: Measures }
  | { readonly kind: 'length'; readonly of: ValuePlan; readonly isOfPicture: boolean }
  | { readonly kind: 'file'; readonly of: ValuePlan; readonly part: FilePart }
  | { readonly kind: 'label'; readonly of: ValuePlan; readonly target: EntityType }
  | { readonly kind: 'parent' }
  | { readonly kind: 'path'; readonly via: ValuePlan; readonly target: ValuePlan }

export interface ValuePlan {
  readonly attribute: Attribute
  readonly base: Base
  readonly mode: PlanMode
  readonly family: Family
  readonly isReference: boolean
  /** An entity may have several values at once, and a filter matches each. */
  readonly isSeveral: boolean
  /** Several values are returned as one text, joined by `, `, and compare as that text. */
  readonly isJoined: boolean
  /** Values are comma-separated tokens; `eq` and `in` compare each separately. */
  readonly hasTokens: boolean
  readonly weight: number
}

const valuePlans = cachePart<Attribute, ValuePlan>(countedValues(10_000))

export function getValuePlan(db: ReadableDb, attribute: Attribute): ValuePlan {
  const cache = db.caches.schema.part(valuePlans)
  const known = cache.get(attribute)
  if (known) return known
  const plan = makePlan(db, attribute, [])
  cache.add(attribute, plan)
  return plan
}

type Open = readonly Attribute[]

function makePlan(db: ReadableDb, attribute: Attribute, open: Open): ValuePlan {
  const plan = open.includes(attribute)
    ? basePlan(attribute, {})
    : basePlans[attribute.traits.shape](db, attribute, open)
  const { inheritance_mode: mode, rollup_mode: rollup } = attribute.extras
  if (plan.base.kind === 'none' || mode === 'off') return bounded(plan)
  if (mode === 'inherit_from_parent')
    return bounded({ ...plan, mode: 'inherit', weight: plan.weight * 2 + 1 })
  return bounded({ ...plan, mode: rollup ?? 'unique', isSeveral: true, weight: plan.weight * 3 + 1 })
}

// Each mode repeats the SQL of its base, so nested modes multiply it.
const maxWeight = 1000

function bounded(plan: ValuePlan): ValuePlan {
  return isTooLarge(plan) ? basePlan(plan.attribute, { weight: plan.weight }) : plan
}

/** Whether a value needs more than one query can hold; its definition is refused, and it has no value. */
export function isTooLarge({ weight }: ValuePlan): boolean {
  return weight > maxWeight
}

function basePlan(attribute: Attribute, rest: Partial<ValuePlan>): ValuePlan {
  return {
    attribute,
    base: { kind: 'none' },
    mode: 'off',
    family: attribute.traits.family,
    isReference: false,
    isSeveral: false,
    isJoined: false,
    hasTokens: false,
    weight: 1,
    ...rest,
  }
}

export function measuredPlan(attribute: Attribute, measures: Measures): ValuePlan {
  return basePlan(attribute, { base: { kind: 'measured', measures }, family: 'number' })
}

export function lengthPlan(attribute: Attribute, of: ValuePlan): ValuePlan {
  return basePlan(attribute, {
    base: { kind: 'length', of, isOfPicture: false },
    family: 'number',
    weight: of.weight,
  })
}

export function pixelsPlan(attribute: Attribute, of: ValuePlan): ValuePlan {
  return basePlan(attribute, {
    base: { kind: 'length', of, isOfPicture: true },
    family: 'number',
    weight: of.weight,
  })
}

export function filePlan(attribute: Attribute, of: ValuePlan, part: FilePart): ValuePlan {
  return basePlan(attribute, { base: { kind: 'file', of, part }, family: fileParts[part], weight: of.weight })
}

export function labelPlan(of: ValuePlan): ValuePlan | undefined {
  const target = targetTypeOf(of)
  return (
    target &&
    basePlan(of.attribute, { base: { kind: 'label', of, target }, family: 'text', weight: of.weight })
  )
}

/** The type of the entities that a reference leads to; undefined for inverse ones and for other values. */
export function targetTypeOf({ attribute, base, isReference }: ValuePlan): EntityType | undefined {
  if (base.kind === 'lookup') return targetTypeOf(base.target)
  return isReference && base.kind === 'own' ? attribute.extras.reference?.type : undefined
}

/** The parent of an entity, as a reference to it. */
export function parentPlan(attribute: Attribute): ValuePlan {
  return basePlan(attribute, { base: { kind: 'parent' }, isReference: true })
}

/** The value of an attribute of what a reference leads to: of several entities the least one. */
export function pathPlan(via: ValuePlan, target: ValuePlan): ValuePlan {
  const { attribute, family, isReference } = target
  const weight = via.weight + target.weight + 1
  if (target.base.kind === 'none') return basePlan(attribute, { weight })
  return bounded(basePlan(attribute, { base: { kind: 'path', via, target }, family, isReference, weight }))
}

type PlanBase = (db: ReadableDb, attribute: Attribute, open: Open) => ValuePlan

const planReference: PlanBase = (_db, attribute) => {
  const isSeveral = attribute.traits.shape === 'reference_list'
  return basePlan(attribute, { base: { kind: 'own' }, isReference: true, isSeveral })
}

const basePlans: Readonly<Record<Shape, PlanBase>> = {
  scalar: (_db, attribute) =>
    basePlan(attribute, { base: { kind: 'own' }, hasTokens: attribute.traits.hasTokens }),
  reference: planReference,
  reference_list: planReference,
  computed: (db, attribute, open) =>
    (attribute.dataType === 'formula' ? planFormula : planLookup)(db, attribute, [...open, attribute]),
  inverse: planInverse,
}

function planInverse(db: ReadableDb, attribute: Attribute, open: Open): ValuePlan {
  const { type, attribute: key } = attribute.extras.reference ?? {}
  const named = type && key ? attributesOf(db, type).byKey.get(key) : undefined
  const forward = named && makePlan(db, named, open)
  if (!forward?.isReference) return basePlan(attribute, {})
  const { weight } = forward
  return basePlan(attribute, {
    base: { kind: 'inverse', forward },
    isReference: true,
    isSeveral: true,
    weight,
  })
}

/** A formula that cannot be computed has no value, since its inputs may have changed after its definition. */
function planFormula(db: ReadableDb, attribute: Attribute, open: Open): ValuePlan {
  const inputs = new Map<string, ValuePlan>()
  const formula = findFormula(db, attribute, (input) => {
    const plan = inputs.get(input.key) ?? makePlan(db, input, open)
    inputs.set(input.key, plan)
    return toFormulaType(plan)
  })
  if (!formula) return basePlan(attribute, {})
  const weight = [...inputs.values()].reduce((sum, plan) => sum + plan.weight, formula.size)
  return basePlan(attribute, {
    base: { kind: 'formula', formula, inputs },
    family: formulaFamily(formula),
    weight,
  })
}

function planLookup(db: ReadableDb, attribute: Attribute, open: Open): ValuePlan {
  const path = lookupPath(db, attribute)
  if (!path) return basePlan(attribute, {})
  const via = makePlan(db, path.via, open)
  const target = makePlan(db, path.target, open)
  if (via.base.kind === 'none' || target.base.kind === 'none' || !via.isReference)
    return basePlan(attribute, { weight: via.weight + target.weight })
  const { family, isReference, hasTokens } = target
  const base = { kind: 'lookup', via, target } as const
  const weight = via.weight + target.weight + 1
  if (via.isSeveral && !isReference)
    return basePlan(attribute, { base, weight, family: 'text', isJoined: true })
  const isSeveral = via.isSeveral || target.isSeveral
  const { isJoined } = target
  return basePlan(attribute, { base, weight, family, isReference, isSeveral, isJoined, hasTokens })
}

export function lookupPath(
  db: ReadableDb,
  { entityType, extras }: Pick<Attribute, 'entityType' | 'extras'>,
): { via: Attribute; target: Attribute } | undefined {
  const { via: viaKey, attribute: key } = extras.reference ?? {}
  const via = viaKey === undefined ? undefined : attributesOf(db, entityType).byKey.get(viaKey)
  const type = via?.extras.reference?.type
  const target = type && key ? attributesOf(db, type).byKey.get(key) : undefined
  return via && target && { via, target }
}
