import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  generationModes,
  type GenerationMode,
  type NewGeneration,
  overwriteModes,
  type OverwriteMode,
} from '#shared/generations.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { type WorkspaceChannel, workspaceChannel } from '../channels/channels.ts'
import { describeSwitchedOff } from '../channels/completeness-plans.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkIds, type ListRequest } from '../query/list-request.ts'
import { checkSearch } from '../query/check-sort.ts'
import { definitionOf } from './generated-values.ts'

export interface SentRun {
  readonly body: Partial<NewGeneration>
  readonly list: Pick<ListRequest, 'clauses' | 'join' | 'tree' | 'q'> | undefined
  readonly faults: readonly FieldError[]
}

export interface RunRequest {
  readonly type: EntityType
  readonly attributes: readonly string[]
  readonly ids?: readonly string[]
  readonly list?: SentRun['list']
  readonly overwrite: OverwriteMode
  readonly mode: GenerationMode
  readonly channel?: string
}

export function checkRun(db: ReadableDb, { body, list, faults: structural }: SentRun): RunRequest {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const overwrite = requireOneOf(overwriteModes, 'overwrite', body.overwrite ?? 'empty', faults)
  const mode = requireOneOf(generationModes, 'mode', body.mode ?? 'review', faults)
  const { ids } = body
  checkBudget(body.budget, faults)
  const channel = checkChannel(db, body.channel, faults)
  const keys = checkKeys(db, { type, keys: body.attributes ?? [], channel }, faults)
  checkRows(db, { type, ids, list }, faults)
  return {
    type: faults.settled(type),
    attributes: keys,
    ...(ids && { ids }),
    ...(list && { list }),
    overwrite: faults.settled(overwrite),
    mode: faults.settled(mode),
    ...(channel && { channel: channel.template.key }),
  }
}

interface RowsToCheck {
  readonly type: EntityType | undefined
  readonly ids: readonly string[] | undefined
  readonly list: SentRun['list']
}

function checkRows(db: ReadableDb, { type, ids, list }: RowsToCheck, faults: Faults): void {
  if ((ids === undefined) === (list === undefined))
    faults.addSentence('ids', 'Send either ids or filter; an empty filter means all.')
  if (type) checkIds(db, type, ids, faults)
  if (type && list) checkFilter(db, attributesOf(db, type), list, faults)
}

function checkBudget(budget: NewGeneration['budget'], faults: Faults): void {
  if (typeof budget === 'number' && budget < 0) faults.addExpected('budget', 'out_of_range', { min: 0 })
}

function checkChannel(db: ReadableDb, key: string | undefined, faults: Faults): WorkspaceChannel | undefined {
  if (key === undefined) return undefined
  const channel = workspaceChannel(db, key)
  if (!channel?.enabled) faults.explain('channel', 'invalid_value', describeSwitchedOff(key))
  return channel
}

interface KeysToCheck {
  readonly type: EntityType | undefined
  readonly keys: readonly string[]
  readonly channel: WorkspaceChannel | undefined
}

function checkKeys(db: ReadableDb, { type, keys, channel }: KeysToCheck, faults: Faults): string[] {
  if (keys.length === 0 && !faults.hasErrorFor('attributes')) faults.add('attributes', 'expected_values')
  const wanted = [...new Set(keys)]
  if (!type) return wanted
  const { byKey } = attributesOf(db, type)
  for (const [index, key] of keys.entries()) {
    const field = `attributes[${index}]`
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
    else if (!definitionOf(attribute, channel?.fields))
      faults.explain(field, 'not_generated', describeNotGenerated(attribute))
  }
  return wanted
}

function describeNotGenerated({ name }: Attribute): string {
  return `${name} is not generated. Set ai_generated and custom_instructions in its definition first.`
}

export function listRunIds(db: ReadableDb, { type, ids, list }: RunRequest, behind: number): number[] {
  if (ids) {
    const uuids = ids.flatMap((id) => parseUuid(id) ?? [])
    return [...new Set(listIdsByUuid(db, type, uuids))].filter((id) => id > behind).toSorted((a, b) => a - b)
  }
  const faults = new Faults()
  const attributes = attributesOf(db, type)
  const wanted = checkFilter(db, attributes, list ?? { clauses: [], join: 'and' }, faults)
  // The definitions may have changed since the job was queued.
  faults.throwIfAny()
  const search = checkSearch(db, attributes, list?.q)
  const after = behind > 0 ? { entity: behind, values: [] } : undefined
  return listIds(db, { type, ...wanted, search, terms: [], limit: allRows, offset: 0, after }).ids
}
