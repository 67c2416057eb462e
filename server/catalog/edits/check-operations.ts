import { type BulkOperation, bulkOperations, operationsOn, ownOperations } from '#shared/bulk-operations.ts'
import { isOneOf, isKeyOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { Values } from '../entities/current-values.ts'
import type { Faults } from '../errors.ts'
import { operationIn, formulaOf, asTextWithPoint } from './formula-sets.ts'
import { isFault, type Operation, operationParsers } from './value-operations.ts'
import type { Family } from '#shared/attributes.ts'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import type { ResultType } from '#shared/formula/value.ts'
import { message, type Message, type MessageCode, type Sentence } from '#shared/messages/message.ts'
import { unknownFieldIssue } from '#shared/describe-fault.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import { getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'
import { draftFormula } from '../attributes/preview-formula.ts'

interface FormulaChange {
  readonly type: EntityType
  readonly changed: ReadonlySet<string>
}

function findFormulaSetFault(
  db: ReadableDb,
  change: FormulaChange,
  attribute: Attribute,
  formula: unknown,
): Sentence | undefined {
  if (typeof formula !== 'string' || formula.trim() === '')
    return 'Expected the text of a formula, such as "ROUND({{price}} * 1.04, 2)".'
  const { type } = change
  const fault = findFormulaFault(db, formula, type) ?? findFormulaFault(db, asTextWithPoint(formula), type)
  if (fault) return formulaLanguage().describeFault(fault)
  const plan = getValuePlan(db, draftFormula(type, formula))
  return findMismatch(attribute, plan) ?? findOrderFault(db, change, attribute, plan)
}

function findCopyFault(
  db: ReadableDb,
  change: FormulaChange,
  attribute: Attribute,
  source: Attribute,
): Sentence | undefined {
  const { key } = attribute
  if (source.key === key) return message('formula.target_has_value', { key })
  if (isReference(attribute)) {
    const type = attribute.extras.reference?.type
    const plan = getValuePlan(db, source)
    if (!plan.isReference || source.extras.reference?.type !== type)
      return `${key} takes references to ${pluralOf[type ?? change.type]}, and ${source.key} holds none. Name an attribute that does.`
    return findOrderFault(db, change, attribute, plan, [[source.key, plan]])
  }
  const plan = getValuePlan(db, draftFormula(change.type, formulaOf(source.key)))
  const mismatch = mismatchOf(attribute, plan)
  if (mismatch)
    return message('formula.value_does_not_fit', {
      source: source.key,
      holds: mismatch.holds,
      key,
      takes: mismatch.takes,
      remedy: mismatch.remedy,
    })
  return findOrderFault(db, change, attribute, plan)
}

type Remedies = Partial<Record<Family, Partial<Record<ResultType, () => Message>>>>

const hole = { source: '…' }

const remedies: Remedies = {
  number: {
    text: () => message('formula.wrap_value'),
    boolean: () => message('formula.wrap_if'),
    date: () => message('formula.take_date_part', hole),
  },
  boolean: {
    text: () => message('formula.compare_text', hole),
    number: () => message('formula.compare_number', hole),
    date: () => message('formula.compare_date', hole),
  },
  date: {
    number: () => message('formula.add_days'),
    boolean: () => message('formula.wrap_today'),
  },
  id: {
    number: () => message('formula.write_id'),
    boolean: () => message('formula.wrap_id'),
    date: () => message('formula.write_id'),
  },
}

const takes = {
  number: 'formula.a_number',
  boolean: 'formula.true_or_false',
  date: 'formula.a_date',
  id: 'formula.an_id',
} as const satisfies Partial<Record<Family, MessageCode>>

/** Why the result of a formula can never be stored in an attribute. A text takes every result. */
function findMismatch(attribute: Attribute, plan: ValuePlan): Sentence | undefined {
  const { describeFault, FormulaFault } = formulaLanguage()
  const mismatch = mismatchOf(attribute, plan)
  if (!mismatch) return undefined
  const { holds, takes, remedy } = mismatch
  const sentence = message('formula.result_does_not_fit', { holds, key: attribute.key, takes, remedy })
  return describeFault(new FormulaFault({ start: 0, end: 0 }, sentence))
}

function mismatchOf({ traits: { family } }: Attribute, { base }: ValuePlan) {
  if (base.kind !== 'formula') return undefined
  const { type } = base.formula
  const remedy = remedies[family]?.[type]
  if (remedy === undefined) return undefined
  const taken = isKeyOf(takes, family) ? takes[family] : 'formula.another_value'
  return {
    holds: message(formulaLanguage().typeNames[type]),
    takes: message(taken),
    remedy: remedy(),
  }
}

/**
 * Why the result would depend on the order of writing: the formula reads values of other entities that the
 * edit changes.
 */
function findOrderFault(
  db: ReadableDb,
  { type, changed }: FormulaChange,
  { key }: Attribute,
  plan: ValuePlan,
  inputs = inputsOf(plan),
): Sentence | undefined {
  const read = new ReadOfOthers(db, type, changed)
  // Entities that show the attribute's value from a parent are not written.
  const found = inputs.some(([name, input]) =>
    name === key && input.base.kind === 'own' ? false : read.isIn(input, false),
  )
  if (!found) return undefined
  return message('formula.reads_what_it_changes', { types: pluralOf[type] })
}

function inputsOf({ base }: ValuePlan): (readonly [string, ValuePlan])[] {
  return base.kind === 'formula' ? [...base.inputs] : []
}

class ReadOfOthers {
  readonly #db: ReadableDb
  readonly #type: EntityType
  readonly #changed: ReadonlySet<string>
  readonly #seen = new Set<string>()

  constructor(db: ReadableDb, type: EntityType, changed: ReadonlySet<string>) {
    this.#db = db
    this.#type = type
    this.#changed = changed
  }

  isIn(plan: ValuePlan, isOther: boolean): boolean {
    const { attribute, base, mode, isReference } = plan
    const isOthers = isOther || mode !== 'off'
    const field = `${attribute.entityType} ${attribute.key} ${isOthers}`
    if (this.#seen.has(field)) return false
    this.#seen.add(field)
    if (isOthers && attribute.entityType === this.#type && this.#changed.has(attribute.key)) return true
    return (isReference && this.#isInLabel(attribute)) || this.#isInBase(base, isOthers)
  }

  #isInBase(base: ValuePlan['base'], isOthers: boolean): boolean {
    if (base.kind === 'formula') return [...base.inputs.values()].some((input) => this.isIn(input, isOthers))
    if (base.kind === 'lookup') return this.isIn(base.via, isOthers) || this.isIn(base.target, true)
    return base.kind === 'inverse' && this.isIn(base.forward, true)
  }

  #isInLabel({ extras }: Attribute): boolean {
    const type = extras.reference?.type
    const primary = type && attributesOf(this.#db, type).primary
    return primary ? this.isIn(getValuePlan(this.#db, primary), true) : false
  }
}

export function checkOperations(db: ReadableDb, change: FormulaChange, set: Values, faults: Faults): void {
  const { byKey } = attributesOf(db, change.type)
  for (const [key, value] of Object.entries(set)) {
    const operation = operationIn(value)
    if (operation === undefined) continue
    const field = `set.${key}`
    const sent: Operation = { ...(value as object) }
    for (const member of Object.keys(sent)) {
      if (!membersOf(operation).includes(member))
        faults.addUnknown(`${field}.${member}`, unknownFieldIssue, member, membersOf(operation))
    }
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
    else if (!attribute.traits.writable) faults.add(field, 'read_only_attribute')
    else checkOperation(db, change, { attribute, operation, sent, field }, faults)
  }
}

function membersOf(operation: BulkOperation): readonly string[] {
  return operation === 'add' || operation === 'percent' ? [operation, 'round'] : [operation]
}

interface SentOperation {
  readonly attribute: Attribute
  readonly operation: BulkOperation
  readonly sent: Operation
  readonly field: string
}

function checkOperation(
  db: ReadableDb,
  change: FormulaChange,
  { attribute, operation, sent, field }: SentOperation,
  faults: Faults,
): void {
  if (isOneOf(ownOperations, operation)) {
    const taken = operationsOn(attribute.traits)
    if (!taken.includes(operation))
      return faults.explain(field, 'operator_not_supported_for_type', describeTaken(attribute, operation))
    const read = operationParsers[operation](sent, attribute)
    if (isFault(read)) faults.addSentence(`${field}.${read.member}`, read.sentence)
    return
  }
  if (operation === 'formula') {
    const fault = findFormulaSetFault(db, change, attribute, sent['formula'])
    if (fault !== undefined) faults.addSentence(`${field}.formula`, fault)
    return
  }
  const name = String(sent['from'])
  const { byKey } = attributesOf(db, change.type)
  const source = byKey.get(name)
  if (!source) return faults.addUnknown(`${field}.from`, 'not_a_defined_attribute', name, byKey)
  const fault = findCopyFault(db, change, attribute, source)
  if (fault !== undefined) faults.addSentence(`${field}.from`, fault)
}

function describeTaken({ key, traits }: Attribute, operation: BulkOperation): string {
  const taken = [...operationsOn(traits), ...bulkOperations.slice(0, 2)].join(', ')
  return `${key} does not take ${operation}: it is of type ${traits.name}. Send one of ${taken}, or a value.`
}
