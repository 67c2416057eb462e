import type { AttributeCreate } from '#shared/attributes.ts'
import type { Formula, KnownAttributes } from '#shared/formula/formula.ts'
import type { FormulaFault, ValueType } from '#shared/formula/value.ts'
import { entityTypes, type EntityType, isEntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { isTooLarge, getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { formulaLanguage, toFormulaType } from '../../store/computed/formulas.ts'
import { conflict, type Faults, validationFailed } from '../errors.ts'
import { type Draft, findLinkedType } from './linked-types.ts'

/**
 * Notes the faults of a definition's formula on `formula`, with the position and a correction. The formula
 * must not lead back to `self`, the attribute being changed.
 */
export function checkFormulaText(
  db: ReadableDb,
  body: AttributeCreate,
  faults: Faults,
  self?: Attribute,
): void {
  const { formula: text, data_type: dataType, entity_type: type } = body
  if (dataType !== 'formula' || !text || !isEntityType(type) || faults.hasErrorFor('formula')) return
  const fault = findFormulaFault(db, text, type, self)
  if (fault) faults.addSentence('formula', formulaLanguage().describeFault(fault))
}

export function findFormulaFault(
  db: ReadableDb,
  text: string,
  type: EntityType,
  self?: Attribute,
  typeOf: TypeOf = toFormulaType,
): FormulaFault | undefined {
  const { check, FormulaFault: Fault } = formulaLanguage()
  try {
    const excess = stackFault(db, check(text, knownAttributes(db, type, self, typeOf)), type)
    return excess === undefined ? undefined : new Fault({ start: 0, end: text.length }, excess)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

type TypeOf = (plan: ValuePlan) => ValueType

/**
 * A rollup usually gives one value, so formulas that compute with it are checked against the type of that
 * value.
 */
function typeOfOne(plan: ValuePlan): ValueType {
  const isRolledUp = plan.mode === 'unique' || plan.mode === 'all'
  return toFormulaType(isRolledUp && !plan.isReference ? { ...plan, isSeveral: false } : plan)
}

function knownAttributes(
  db: ReadableDb,
  type: EntityType,
  self: Attribute | undefined,
  typeOf: TypeOf,
): KnownAttributes {
  const { byKey } = attributesOf(db, type)
  return {
    keys: () => byKey.keys(),
    typeOf(key) {
      const attribute = byKey.get(key)
      return attribute && typeOf(getValuePlan(db, attribute))
    },
    objectionTo(key) {
      const attribute = byKey.get(key)
      const way = self && attribute && wayTo(db, attribute, self)
      return (
        way &&
        `{{${key}}} leads back to this formula: ${describePath([self, ...way])}. Take it out, or change one between.`
      )
    },
  }
}

function describePath(way: readonly Attribute[]): string {
  return way.map(({ key }) => key).join(' → ')
}

/** Nested formulas become one SQL statement, which has to stay within SQLite's limits. */
function stackFault(db: ReadableDb, formula: Formula, type: EntityType): string | undefined {
  const { byKey } = attributesOf(db, type)
  const known = new Map<number, Stack>()
  const inputs = formula.keys.flatMap((key) => {
    const attribute = byKey.get(key)
    return attribute ? [{ ...measureStack(db, attribute, known), uses: formula.uses.get(key) ?? 1 }] : []
  })
  return explainExcess(stackUpon(formula, inputs))
}

function explainExcess({ chain, height, size }: Stack): string | undefined {
  const { limits } = formulaLanguage()
  if (chain > limits.chain) {
    return `Formulas and lookups can stand ${limits.chain} deep on each other, and this would be ${chain} deep. Refer to attributes further down.`
  }
  if (height <= limits.totalHeight && size <= limits.totalSize) return undefined
  return 'Together with the formulas that it refers to, this formula is too large. Refer to attributes further down, or shorten it.'
}

/**
 * Throws where an attribute, stored already in this transaction, depends on more computed values than one
 * query can hold.
 */
export function refuseTooLarge(db: ReadableDb, attribute: Attribute): void {
  if (!isTooLarge(getValuePlan(db, attribute))) return
  const field = attribute.dataType === 'formula' ? 'formula' : 'inheritance_mode'
  const sentence =
    'Too many values that are inherited or rolled up stand on each other here. Refer to attributes further down, or switch the inheritance of some off.'
  throw validationFailed([{ field, ...issueSentence(sentence) }])
}

export function checkLookupCircle(db: ReadableDb, draft: Draft, faults: Faults, self: Attribute): void {
  if (draft.dataType !== 'reference_lookup' || faults.hasErrorFor('reference')) return
  for (const input of listInputs(db, draft)) {
    const way = wayTo(db, input, self)
    if (way) {
      const path = describePath([self, ...way])
      return faults.addSentence('reference.attribute', message('attribute.lookup_circular', { way: path }))
    }
  }
}

export interface WorkingFormula {
  readonly attribute: Attribute
  readonly suitsOne: boolean
}

export function workingFormulas(db: ReadableDb, changed: Attribute): WorkingFormula[] {
  return entityTypes
    .flatMap((type) => attributesOf(db, type).list)
    .filter((other) => other.id !== changed.id && isWorking(db, other) && wayTo(db, other, changed))
    .map((attribute) => ({ attribute, suitsOne: findFault(db, attribute, typeOfOne) === undefined }))
}

function findFault(
  db: ReadableDb,
  formula: Attribute,
  typeOf: TypeOf = toFormulaType,
): FormulaFault | undefined {
  const { entityType, extras } = formula
  return extras.formula ? findFormulaFault(db, extras.formula, entityType, formula, typeOf) : undefined
}

function isWorking(db: ReadableDb, attribute: Attribute): boolean {
  return attribute.traits.shape === 'computed' && getValuePlan(db, attribute).base.kind !== 'none'
}

/**
 * Throws `conflict` where a change of a definition, made already in this transaction, breaks a formula that worked before it
 * or makes it too large.
 */
export function refuseBrokenFormulas(
  db: ReadableDb,
  changed: Attribute,
  working: readonly WorkingFormula[],
  field: string,
): void {
  for (const { attribute, suitsOne } of working) {
    const { id, entityType } = attribute
    const formula = attributesOf(db, entityType).byId.get(id)
    if (!formula) continue
    const { key, name } = formula
    const fault = findFault(db, formula) ?? (suitsOne ? findFault(db, formula, typeOfOne) : undefined)
    if (isWorking(db, formula) && !fault) continue
    const reason = fault ? `${formulaLanguage().describeFault(fault).message} ` : ''
    throw conflict(
      `"${changed.name}" is used by "${name}" (${entityType} ${key}), which could not be computed any more. ${reason}Change that definition first.`,
      [{ field, issue: 'invalid_value' }],
    )
  }
}

function listInputs(db: ReadableDb, draft: Draft): Attribute[] {
  return findLinkedType(draft.dataType)?.inputs(db, draft) ?? []
}

function wayTo(
  db: ReadableDb,
  from: Attribute,
  to: Attribute,
  seen = new Set<number>(),
): Attribute[] | undefined {
  if (from.id === to.id) return [from]
  if (seen.has(from.id)) return undefined
  seen.add(from.id)
  for (const input of listInputs(db, from)) {
    const way = wayTo(db, input, to, seen)
    if (way) return [from, ...way]
  }
  return undefined
}

interface Stack {
  readonly chain: number
  readonly height: number
  readonly size: number
}

function measureStack(db: ReadableDb, attribute: Attribute, known = new Map<number, Stack>()): Stack {
  const found = known.get(attribute.id)
  if (found) return found
  known.set(attribute.id, { chain: 0, height: 1, size: 1 })
  const { base } = getValuePlan(db, attribute)
  const uses = base.kind === 'formula' ? base.formula.uses : undefined
  const own = base.kind === 'formula' ? base.formula : { height: 1, size: 1 }
  const inputs = listInputs(db, attribute).map((input) => ({
    ...measureStack(db, input, known),
    uses: uses?.get(input.key) ?? 1,
  }))
  const stack = stackUpon(own, inputs)
  known.set(attribute.id, stack)
  return stack
}

function stackUpon(
  own: Pick<Stack, 'height' | 'size'>,
  inputs: readonly (Stack & { readonly uses: number })[],
): Stack {
  return {
    chain: inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map(({ chain }) => chain)),
    height: own.height + Math.max(0, ...inputs.map(({ height }) => height)),
    size: own.size + inputs.reduce((sum, { size, uses }) => sum + size * uses, 0),
  }
}
