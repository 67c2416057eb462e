import { maxMergedValues, type MergeClusters, hasSpellings } from '#shared/similar-values.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { resolveWrites } from '../entities/resolve-writes.ts'
import { Faults } from '../errors.ts'
import type { Holders } from './read-spellings.ts'
import { checkFilter } from '../query/check-filter.ts'
import type { ListedRows } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'

export interface SentMerge {
  readonly body: Partial<MergeClusters>
  readonly filter?: SentFilter | undefined
  readonly faults: readonly FieldError[]
}

export interface CheckedMerge extends Holders {
  readonly targets: ReadonlyMap<string, string>
}

export function checkMerge(db: ReadableDb, { body, filter, faults: structural }: SentMerge): CheckedMerge {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const attribute = type && checkMerged(db, type, body.attribute, faults)
  const rows = type && checkHolders(db, type, filter, faults)
  const targets = attribute && checkGroups(db, attribute, body.groups ?? [], faults)
  return {
    type: faults.settled(type),
    attribute: faults.settled(attribute),
    rows: faults.settled(rows),
    targets: faults.settled(targets),
  }
}

const mustDiffer = message('similar_values.attribute_is_unique')

function checkMerged(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): Attribute | undefined {
  const attribute = checkGroupable(db, type, key, faults)
  if (attribute?.extras.constraints.unique !== true || namesEntities(attribute)) return attribute
  return faults.explain('attribute', 'invalid_value', mustDiffer)
}

/** Whether values are names of entities; these are merged by merging the entities. */
export function namesEntities({ entityType, isPrimary }: Attribute): boolean {
  return isPrimary && (entityType === 'vendor' || entityType === 'category')
}

type Group = MergeClusters['groups'][number]

function checkGroups(
  db: ReadableDb,
  attribute: Attribute,
  groups: readonly Group[],
  faults: Faults,
): ReadonlyMap<string, string> {
  const total = groups.reduce((sum, { values }) => sum + values.length, 0)
  if (groups.length === 0 && !faults.hasErrorFor('groups')) faults.add('groups', 'expected_values')
  if (total > maxMergedValues) {
    faults.addExpected('groups', 'too_many_values', { max_items: maxMergedValues })
    return new Map()
  }
  const targets = new Map<string, string>()
  groups.forEach(({ values, to }, index) => {
    const field = `groups[${index}]`
    const target = checkTarget(db, attribute, { to, field: `${field}.to` }, faults)
    if (values.length === 0) faults.add(`${field}.values`, 'expected_values')
    values.forEach((value, at) => {
      if (targets.has(value)) faults.explain(`${field}.values[${at}]`, 'invalid_value', standsTwice)
      else targets.set(value, target ?? value)
    })
  })
  refuseChains(groups, targets, faults)
  return targets
}

const standsTwice =
  'The value stands twice, and it can become one other value only. Leave it out in one place.'
const isMergedToo =
  'Another group makes another value of this one. Name that value here, or leave the other group out.'

/** The target of one group must not be a source of another. */
function refuseChains(groups: readonly Group[], targets: ReadonlyMap<string, string>, faults: Faults): void {
  groups.forEach(({ to }, index) => {
    const next = targets.get(to)
    if (next !== undefined && next !== to) faults.explain(`groups[${index}].to`, 'invalid_value', isMergedToo)
  })
}

interface Target {
  readonly to: string
  readonly field: string
}

function checkTarget(
  db: ReadableDb,
  attribute: Attribute,
  { to, field }: Target,
  faults: Faults,
): string | undefined {
  if (to.trim() === '') return faults.add(field, 'required')
  const { options, key, entityType } = attribute
  if (options.length > 0)
    return options.includes(to) ? to : faults.add(field, 'not_an_acceptable_value', options, to)
  const own = new Faults()
  const [write] = resolveWrites(db, parseWrites(attributesOf(db, entityType), { [key]: to }, own), own)
  faults.addAll(field, own.list)
  return write?.kind === 'scalar' ? String(write.value) : undefined
}

export type SentFilter = Pick<ListRequest, 'clauses' | 'join' | 'tree'>

export function checkGroupable(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): Attribute | undefined {
  if (key === undefined)
    return faults.hasErrorFor('attribute') ? undefined : faults.add('attribute', 'required')
  const { byKey } = attributesOf(db, type)
  const attribute = byKey.get(key)
  if (!attribute) return faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
  if (!hasSpellings(attribute.traits))
    return faults.explain('attribute', 'not_a_text_attribute', describeUnfit(attribute))
  return attribute
}

function describeUnfit({ name, traits, extras }: Attribute): string {
  const target = extras.reference?.type
  if (traits.shape === 'reference' || traits.shape === 'reference_list')
    return `${name} holds references. Look for similar names with type=${target ?? 'vendor'} and its primary attribute: merging names merges what they name.`
  if (!traits.writable)
    return `${name} is computed. Look for similar values in the attributes that it is computed from.`
  return `The values of ${name} are no texts. Name a text attribute or one that is chosen from options.`
}

export function checkHolders(
  db: ReadableDb,
  type: EntityType,
  filter: SentFilter | undefined,
  faults: Faults,
): ListedRows {
  const own = new Faults()
  const checked = checkFilter(db, attributesOf(db, type), filter ?? { clauses: [], join: 'and' }, own)
  faults.addAll('filter', own.list)
  return { ...checked, search: undefined }
}
