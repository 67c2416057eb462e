import { isOneOf, isKeyOf, keysOf } from '#shared/text.ts'
import {
  type ColumnRule,
  decimalMarks,
  dateOrders,
  emptyCellModes,
  misfitKinds,
  misfitRemedies,
  type ColumnMapping,
} from '#shared/imports.ts'
import { isObject } from '#shared/exact-json.ts'
import { dataTypes, isReferenceType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Faults } from '../../errors.ts'
import { unknownFieldIssue } from '#shared/describe-fault.ts'
import { checkSteps } from './column-steps.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isShort: Check = (value) => typeof value === 'string' && value !== '' && value.length <= 10
const oneOf =
  (allowed: readonly string[]): Check =>
  (value) =>
    isOneOf(allowed, value)

const checks: Record<keyof ColumnRule, { isRight: Check; expected: string }> = {
  key: { isRight: (value) => value === null || isText(value), expected: 'an attribute key or null' },
  by: { isRight: isText, expected: 'an attribute key' },
  path: { isRight: isShort, expected: 'a text of 1 to 10 characters' },
  separator: { isRight: isShort, expected: 'a text of 1 to 10 characters' },
  trim: { isRight: (value) => typeof value === 'boolean', expected: 'true or false' },
  values: {
    isRight: (value) => isObject(value) && Object.values(value).every(isText),
    expected: 'an object of texts',
  },
  steps: { isRight: () => true, expected: 'a list of steps' },
  decimal: { isRight: oneOf(decimalMarks), expected: decimalMarks.join(' or ') },
  dates: { isRight: oneOf(dateOrders), expected: dateOrders.join(', ') },
  empty_cells: { isRight: oneOf(emptyCellModes), expected: emptyCellModes.join(' or ') },
  unit: { isRight: isShort, expected: 'a text of 1 to 10 characters' },
  from_unit: { isRight: isShort, expected: 'a text of 1 to 10 characters' },
  adds_to_parent: { isRight: (value) => typeof value === 'boolean', expected: 'true or false' },
  remedies: {
    isRight: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([kind, remedy]) => isOneOf(misfitKinds, kind) && isOneOf(misfitRemedies, remedy),
      ),
    expected: `an object of ${misfitKinds.join(', ')}, each ${misfitRemedies.join(' or ')}`,
  },
  data_type: { isRight: oneOf(dataTypes), expected: 'a data type' },
  reference_type: { isRight: oneOf(entityTypes), expected: 'an entity type' },
}

/** Notes invalid rules of a mapping; a rule is a key, null, or an object of the members above. */
export function checkMapping(mapping: Readonly<Record<string, unknown>>, faults: Faults): void {
  for (const [column, rule] of Object.entries(mapping)) {
    const field = `mapping.${column}`
    if (rule === null || typeof rule === 'string') continue
    if (!isObject(rule)) faults.addSentence(field, 'Expected an attribute key, null or a rule.')
    else checkRule(rule, field, faults)
  }
}

function checkRule(rule: Record<string, unknown>, field: string, faults: Faults): void {
  if (!('key' in rule)) faults.add(`${field}.key`, 'required')
  for (const [member, value] of Object.entries(rule)) {
    const place = `${field}.${member}`
    const check = isKeyOf(checks, member) ? checks[member] : undefined
    if (!check) faults.addUnknown(place, unknownFieldIssue, member, keysOf(checks))
    else if (value !== undefined && !check.isRight(value))
      faults.addSentence(place, `Expected ${check.expected}.`)
    if (member === 'steps' && value !== undefined) checkSteps(value, place, faults)
  }
}

export function toRule(entry: ColumnMapping[string]): ColumnRule {
  return typeof entry === 'object' && entry !== null ? entry : { key: entry }
}

export function toReference({
  data_type: type,
  reference_type: target,
}: ColumnRule): { type: EntityType } | undefined {
  return type && isReferenceType(type) && target ? { type: target } : undefined
}
