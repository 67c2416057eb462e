import { toEntityType, type EntityType, parseUuid, entityTypes, isEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Proposal, type ProposalStatus, proposalStatuses } from '#shared/proposals.ts'
import { isOneOf, tableOf } from '#shared/text.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Json, parseJson } from '../../store/database/json.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { findEntity, findIdentity, listEntityRows } from '../../store/tables/entities.ts'
import {
  type ProposalFilter,
  type ProposalRow,
  listProposalPage,
  countOpen,
  countOpenOf,
  hasProposals,
  markChanges,
} from '../../store/tables/proposals.ts'
import { type Answer, pageAnswer, dataAnswer } from '../answer.ts'
import { shownValues } from '../entities/current-values.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkSearch } from '../query/check-sort.ts'
import type { ListRequest } from '../query/list-request.ts'
import { isStale, readableEvidence } from './provenance.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import type { ReviewSummary } from '#shared/schemas/proposals.ts'
import { toIso } from '#shared/iso-times.ts'

export type EntityFilter = Pick<ListRequest, 'clauses' | 'join' | 'tree' | 'q'>

export interface ListProposals {
  readonly type: EntityType
  readonly status?: string | undefined
  readonly attribute?: string | undefined
  readonly job_id?: string | undefined
  readonly entity_id?: string | undefined
  readonly verified?: boolean | undefined
  readonly list?: EntityFilter | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

export function listProposals(db: ReadableDb, request: ListProposals): Answer {
  const faults = new Faults(request.faults)
  const { limit, cursor } = request
  const filter = checkProposalFilter(db, request, faults)
  const mark = markList(db, ['proposals', { ...filter, among: request.list }])
  const behind = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()
  const offset = cursor === undefined ? request.offset : 0
  const { rows, total } = listProposalPage(db, filter, { limit: limit + 1, offset, behind })
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.id ?? behind
  return pageAnswer(
    proposalsJson(db, page).map((proposal) => JSON.stringify(proposal)),
    {
      total,
      limit,
      offset,
      has_more: rows.length > page.length,
      next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
    },
  )
}

/**
 * Reads a filter of proposals; every unknown name is a fault of its own parameter, or of the member of
 * `within`.
 */
export function checkProposalFilter(
  db: ReadableDb,
  asked: Omit<ListProposals, 'limit' | 'offset' | 'cursor' | 'faults'>,
  faults: Faults,
  within = '',
): ProposalFilter {
  const { type, status = 'open', attribute: key, job_id: job, entity_id: id, verified, list } = asked
  return {
    type,
    status: checkStatus(status, faults),
    attribute:
      key === undefined ? undefined : checkAttribute(db, { type, key, field: `${within}attribute` }, faults),
    job: job === undefined ? undefined : (parseUuid(job) ?? faults.add(`${within}job_id`, 'expected_uuid')),
    entity: id === undefined ? undefined : checkEntity(db, type, id, faults),
    isVerified: verified,
    among: list && listMatching(db, type, list, { faults, within }),
  }
}

function checkStatus(status: string, faults: Faults): ProposalStatus {
  if (isOneOf(proposalStatuses, status)) return status
  return faults.add('status', 'invalid_value', proposalStatuses, status) ?? 'open'
}

function checkAttribute(
  db: ReadableDb,
  { type, key, field }: { readonly type: EntityType; readonly key: string; readonly field: string },
  faults: Faults,
): number | undefined {
  const { byKey } = attributesOf(db, type)
  return byKey.get(key)?.id ?? faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
}

// No entity has this internal id, so a missing entity has no proposals.
const nobody = -1

function checkEntity(db: ReadableDb, type: EntityType, id: string, faults: Faults): number | undefined {
  const uuid = parseUuid(id)
  if (!uuid) return faults.add('entity_id', 'expected_uuid')
  return findEntity(db, type, uuid)?.id ?? nobody
}

function listMatching(
  db: ReadableDb,
  type: EntityType,
  list: EntityFilter,
  { faults, within }: { readonly faults: Faults; readonly within: string },
): number[] {
  const attributes = attributesOf(db, type)
  const own = new Faults()
  const filter = checkFilter(db, attributes, list, own)
  for (const fault of own.list) faults.addAll(`${within}${fault.field}`, [fault])
  if (!own.isEmpty) return []
  const search = checkSearch(db, attributes, list.q)
  return listIds(db, { type, ...filter, search, terms: [], limit: allRows, offset: 0, after: undefined }).ids
}

export function proposalsJson(db: ReadableDb, rows: readonly ProposalRow[]): Proposal[] {
  const stubs = stubsJson(db, [...new Set(rows.map(({ entity }) => entity))])
  const shown = readCurrent(db, rows)
  return rows.flatMap((row) => {
    const stub = stubs.get(row.entity)
    const attribute = attributesOf(db, toEntityType(row.type)).byId.get(row.attribute)
    if (stub === undefined || attribute === undefined) return []
    const { key } = attribute
    return {
      id: row.uuid,
      entity: stubOf(stub),
      attribute: key,
      value: showValue(db, attribute, parseJson(row.value)),
      alternatives: parseJson(row.alternatives),
      current: shown.get(row.entity)?.[key] ?? null,
      evidence: readableEvidence(db, toEntityType(row.type), parseJson(row.evidence)),
      note: row.note,
      status: row.status,
      stale: row.status === 'open' && isStale(db, attribute, stubOf(stub).id, row.digest),
      origin: row.origin,
      proposed_by: readOptional(row.proposed_by),
      provider: row.provider,
      model: row.model,
      job_id: row.job,
      cost: row.cost,
      created_at: toIso(row.created_at),
      decided_at: row.decided_at === null ? null : toIso(row.decided_at),
      decided_by: readOptional(row.decided_by),
    }
  })
}

function stubOf(json: string): Proposal['entity'] {
  return JSON.parse(json)
}

function readCurrent(
  db: ReadableDb,
  rows: readonly ProposalRow[],
): ReadonlyMap<number, Readonly<Record<string, unknown>>> {
  const wanted = Map.groupBy(rows, ({ entity }) => entity)
  return new Map(
    listEntityRows(db, [...wanted.keys()]).map((entity) => {
      const keys = (wanted.get(entity.id) ?? []).flatMap(
        ({ type, attribute }) => attributesOf(db, toEntityType(type)).byId.get(attribute)?.key ?? [],
      )
      return [entity.id, shownValues(db, entity, keys)]
    }),
  )
}

function showValue(db: ReadableDb, attribute: Attribute, value: unknown): unknown {
  if (!isReference(attribute) || value === null) return value
  const ids = (Array.isArray(value) ? value : [value]) as readonly string[]
  const found = ids.flatMap((id) => findIdentity(db, id)?.id ?? [])
  const stubs = stubsJson(db, found)
  const list = found.flatMap((id): unknown => JSON.parse(stubs.get(id) ?? '[]'))
  return Array.isArray(value) ? list : (list[0] ?? null)
}

function readOptional<T>(json: Json<T> | null): T | null {
  return json === null ? null : parseJson(json)
}

interface SummarizeReview {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

export function summarizeReview(db: ReadableDb, { type, faults: structural }: SummarizeReview): Answer {
  const faults = new Faults(structural)
  if (type !== undefined && !isEntityType(type)) faults.add('type', 'invalid_value', entityTypes, type)
  faults.throwIfAny()
  const byType = new Map(countOpen(db).map((row) => [toEntityType(row.type), row.open]))
  const open = tableOf(entityTypes, (each) => byType.get(each) ?? 0)
  const total = [...byType.values()].reduce((sum, each) => sum + each, 0)
  const parts = isEntityType(type) ? partsOf(db, type) : { attributes: [], jobs: [], verified: 0 }
  const summary: ReviewSummary = {
    open,
    ...parts,
    has_proposals: hasProposals(db),
    mark: `${markChanges(db)}.${total}`,
  }
  return dataAnswer(200, JSON.stringify(summary))
}

function partsOf(db: ReadableDb, type: EntityType): Pick<ReviewSummary, 'attributes' | 'jobs' | 'verified'> {
  const { byId } = attributesOf(db, type)
  const [attributes, jobs] = [new Map<string, number>(), new Map<string, number>()]
  let verified = 0
  for (const row of countOpenOf(db, type)) {
    const key = byId.get(row.attribute)?.key
    if (key !== undefined) attributes.set(key, (attributes.get(key) ?? 0) + row.open)
    if (row.job !== null) jobs.set(row.job, (jobs.get(row.job) ?? 0) + row.open)
    if (row.verified === 1) verified += row.open
  }
  return {
    attributes: [...attributes].map(([key, open]) => ({ key, open })),
    jobs: [...jobs].map(([id, open]) => ({ id, open })),
    verified,
  }
}
