import type { DataType } from '#shared/attributes.ts'
import { entityTypes } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import { conflict } from '../errors.ts'

type Test = (other: Attribute, attribute: Attribute, db: ReadableDb) => boolean

/** By data type: what makes a definition depend on an attribute being there. */
const dependsOn: Partial<Record<DataType, Test>> = {
  formula: ({ entityType, extras }, attribute) =>
    entityType === attribute.entityType &&
    formulaLanguage()
      .keysIn(extras.formula ?? '')
      .includes(attribute.key),
  inverse_reference: turnsRound,
  reference_lookup: (other, attribute, db) => goesVia(other, attribute) || looksUp(other, attribute, db),
}

/** By data type: what makes a definition depend on an attribute holding references to the type it refers to now. */
const dependsOnTarget: Partial<Record<DataType, Test>> = {
  inverse_reference: turnsRound,
  reference_lookup: goesVia,
}

/** Throws `conflict` naming the formulas, lookups and inverse references that need the attribute. */
export function refuseWhileNeeded(db: ReadableDb, attribute: Attribute): void {
  const names = referrers(db, attribute, dependsOn)
  if (names.length === 0) return
  throw conflict(
    `"${attribute.name}" is used by ${names.join(', ')}. Delete or change these definitions first.`,
    [{ field: 'key', issue: 'invalid_value' }],
  )
}

/** Throws `conflict` naming the lookups and inverse references that need the references of the attribute as they are. */
export function refuseWhileTargetNeeded(db: ReadableDb, attribute: Attribute, field: string): void {
  const names = referrers(db, attribute, dependsOnTarget)
  if (names.length === 0) return
  throw conflict(
    `The references of "${attribute.name}" are used by ${names.join(', ')}. Delete or change these definitions first.`,
    [{ field, issue: 'invalid_value' }],
  )
}

function referrers(db: ReadableDb, attribute: Attribute, tests: Partial<Record<DataType, Test>>): string[] {
  return entityTypes
    .flatMap((type) => attributesOf(db, type).list)
    .filter((other) => other.id !== attribute.id && tests[other.dataType]?.(other, attribute, db))
    .map(({ name, key, entityType }) => `"${name}" (${entityType} ${key})`)
}

function turnsRound({ extras }: Attribute, attribute: Attribute): boolean {
  const { reference } = extras
  return reference?.type === attribute.entityType && reference.attribute === attribute.key
}

function goesVia({ entityType, extras }: Attribute, attribute: Attribute): boolean {
  return entityType === attribute.entityType && extras.reference?.via === attribute.key
}

function looksUp({ entityType, extras }: Attribute, attribute: Attribute, db: ReadableDb): boolean {
  const { via, attribute: key } = extras.reference ?? {}
  if (via === undefined || key !== attribute.key) return false
  return attributesOf(db, entityType).byKey.get(via)?.extras.reference?.type === attribute.entityType
}
