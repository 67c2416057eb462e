/** Checks the operations of a bulk edit when it is asked for: what is wrong is told with its place and what to send instead. */
import { type BulkOperation, bulkOperations, operationsOn, ownOperations } from '#shared/bulk-operations.ts'
import { isOneOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { Values } from '../entities/current-values.ts'
import type { Faults } from '../errors.ts'
import { findCopyFault, findFormulaSetFault, type FormulaChange } from './check-formula-sets.ts'
import { operationIn } from './split-set.ts'
import { isFault, type Operation, readOperation } from './value-operations.ts'

/** Notes what is wrong with each operation on its place, such as `set.price.formula`. */
export function checkOperations(db: ReadableDb, change: FormulaChange, set: Values, faults: Faults): void {
  const { byKey } = attributesOf(db, change.type)
  for (const [key, value] of Object.entries(set)) {
    const operation = operationIn(value)
    if (operation === undefined) continue
    const field = `set.${key}`
    const sent: Operation = { ...(value as object) }
    for (const member of Object.keys(sent)) {
      if (!membersOf(operation).includes(member))
        faults.addUnknown(`${field}.${member}`, 'This field is not known here.', member, membersOf(operation))
    }
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
    else if (!attribute.traits.writable) faults.add(field, 'read_only_attribute')
    else checkOperation(db, change, { attribute, operation, sent, field }, faults)
  }
}

/** What stands beside an operation: sums and percentages may be rounded. */
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
    const read = readOperation[operation](sent, attribute)
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
