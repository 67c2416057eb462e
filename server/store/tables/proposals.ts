import type { Actor } from '#shared/events.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Evidence, ProposalOrigin, ProposalStatus } from '#shared/proposals.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { PromptText } from '#shared/schemas/proposals.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { nextIdentity } from './entities.ts'
import { keepPromptVersion } from './prompt-versions.ts'

export interface NewProposal {
  readonly entity: number
  readonly attribute: number
  readonly type: EntityType
  readonly value: unknown
  /** Further values of the same call; one of them may be accepted in place of `value`. */
  readonly alternatives?: readonly unknown[]
  readonly basis: unknown
  readonly evidence: readonly Evidence[]
  readonly note: string | null
  readonly origin: ProposalOrigin
  /**
   * Identifies a proposer, who has one open proposal at a time per value: all runs together, or one actor.
   */
  readonly proposer: string
  /** Who that is, by the name of now; of a run who has started it. */
  readonly by: Actor
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly job?: string | undefined
  readonly cost?: number | null | undefined
  readonly digest?: string | undefined
  /** The prompt that asked for it, which counts how many of its proposals are accepted. */
  readonly prompt?: PromptText | undefined
}

export interface ProposalRow {
  readonly id: number
  readonly uuid: string
  readonly entity: number
  readonly type: number
  readonly attribute: number
  readonly value: Json<unknown>
  readonly alternatives: Json<unknown[]>
  readonly basis: Json<unknown>
  readonly evidence: Json<Evidence[]>
  readonly is_verified: number
  readonly note: string | null
  readonly status: ProposalStatus
  readonly origin: ProposalOrigin
  readonly provider: string | null
  readonly model: string | null
  readonly job: string | null
  readonly cost: number | null
  readonly digest: string | null
  /** The edit that accepted it, or reopened it. */
  readonly edit: string | null
  /** Null in proposals from before it was stored. */
  readonly proposed_by: Json<Actor> | null
  readonly created_at: number
  readonly decided_at: number | null
  readonly decided_by: Json<Actor> | null
}

/**
 * Stores an open proposal and returns its id; it supersedes an open one of the same proposer for the value.
 */
export function insertProposal(tx: WritableDb, proposal: NewProposal): { id: number; uuid: string } {
  const { uuid, at } = nextIdentity(tx)
  const { entity, attribute, evidence } = proposal
  tx.run(
    `UPDATE proposal SET status = 'superseded', decided_at = ? WHERE entity = ? AND attribute = ? AND proposer = ? AND status = 'open'`,
    at,
    entity,
    attribute,
    proposal.proposer,
  )
  const { lastInsertRowid } = tx.run(
    `INSERT INTO proposal (uuid, entity, type, attribute, value, alternatives, basis, evidence, is_verified, note, status, origin,
       proposer, proposed_by, provider, model, job, cost, digest, prompt, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    uuid,
    entity,
    entityTypes.indexOf(proposal.type),
    attribute,
    toJson(proposal.value),
    toJson(proposal.alternatives ?? []),
    toJson(proposal.basis),
    toJson(evidence),
    evidence.some(({ verified }) => verified) ? 1 : 0,
    proposal.note,
    proposal.origin,
    proposal.proposer,
    toJson(proposal.by),
    proposal.provider ?? null,
    proposal.model ?? null,
    proposal.job ?? null,
    proposal.cost ?? null,
    proposal.digest ?? null,
    proposal.prompt ? keepPromptVersion(tx, attribute, proposal.prompt) : null,
    at,
  )
  return { id: lastInsertRowid, uuid }
}

export interface ProposalFilter {
  readonly type: EntityType
  readonly status: ProposalStatus
  readonly attribute?: number | undefined
  readonly job?: string | undefined
  readonly entity?: number | undefined
  readonly among?: readonly number[] | undefined
  readonly isVerified?: boolean | undefined
}

/**
 * A proposal `p` for an entity in the trash, a deleted attribute or one that the reader may not read is
 * neither listed nor decided.
 */
function isThere({ hidden }: ReadableDb): string {
  const isOfOthers = hidden ? ` AND p.attribute NOT IN (${[...hidden.ids].join(', ')})` : ''
  return `EXISTS (SELECT 1 FROM entity WHERE entity.id = p.entity)
    AND EXISTS (SELECT 1 FROM attribute WHERE attribute.id = p.attribute)${isOfOthers}`
}

function matching(
  db: ReadableDb,
  { type, status, attribute, job, entity, among, isVerified }: ProposalFilter,
): Fragment {
  const clauses = [
    sql`p.type = ${entityTypes.indexOf(type)}`,
    sql`p.status = ${status}`,
    ...(attribute === undefined ? [] : [sql`p.attribute = ${attribute}`]),
    ...(job === undefined ? [] : [sql`p.job = ${job}`]),
    ...(entity === undefined ? [] : [sql`p.entity = ${entity}`]),
    ...(among === undefined
      ? []
      : [sql`p.entity IN (SELECT value FROM json_each(${JSON.stringify(among)}))`]),
    ...(isVerified === undefined ? [] : [sql`p.is_verified = ${isVerified ? 1 : 0}`]),
    raw(isThere(db)),
  ]
  return sql`FROM proposal p WHERE ${join(clauses, ' AND ')}`
}

export interface ProposalWindow {
  readonly limit: number
  readonly offset: number
  readonly behind: number | undefined
}

/** One page of proposals, oldest first, and their exact number. */
export function listProposalPage(
  db: ReadableDb,
  filter: ProposalFilter,
  { limit, offset, behind = 0 }: ProposalWindow,
): { rows: ProposalRow[]; total: number } {
  const from = matching(db, filter)
  const page = sql`SELECT p.* ${from} AND p.id > ${behind} ORDER BY p.id LIMIT ${limit} OFFSET ${offset}`
  const count = sql`SELECT count(*) AS total ${from}`
  return {
    rows: db.all<ProposalRow>(page.text, ...page.params),
    total: db.get<{ total: number }>(count.text, ...count.params)?.total ?? 0,
  }
}

export function listProposalRows(db: ReadableDb, uuids: readonly string[]): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT p.* FROM proposal p WHERE p.uuid IN (SELECT value FROM json_each(?)) AND ${isThere(db)}`,
    JSON.stringify(uuids),
  )
}

export function listAccepted(db: ReadableDb, entity: number): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT * FROM proposal WHERE entity = ? AND status = 'accepted' ORDER BY attribute, decided_at DESC, id DESC`,
    entity,
  )
}

export interface Decision {
  readonly status: 'accepted' | 'rejected'
  readonly by: Actor
  readonly edit: string | null
}

/** Records the decision on an open proposal; accepting one supersedes others for the value. */
export function decideProposal(
  tx: WritableDb,
  { id, entity, attribute }: Pick<ProposalRow, 'id' | 'entity' | 'attribute'>,
  { status, by, edit }: Decision,
): void {
  const at = Date.now()
  tx.run(
    'UPDATE proposal SET status = ?, decided_at = ?, decided_by = ?, edit = ? WHERE id = ?',
    status,
    at,
    toJson(by),
    edit,
    id,
  )
  if (status === 'rejected') return
  tx.run(
    `UPDATE proposal SET status = 'superseded', decided_at = ? WHERE entity = ? AND attribute = ? AND status = 'open'`,
    at,
    entity,
    attribute,
  )
}

export function supersedeProposals(tx: WritableDb, attribute: number): void {
  const { at } = nextIdentity(tx)
  tx.run(
    `UPDATE proposal SET status = 'superseded', decided_at = ? WHERE attribute = ? AND status = 'open'`,
    at,
    attribute,
  )
}

export function takeAlternative(
  tx: WritableDb,
  { id, value, alternatives }: Pick<ProposalRow, 'id' | 'value' | 'alternatives'>,
  chosen: unknown,
): void {
  const offered = parseJson(alternatives)
  if (!offered.includes(chosen)) return
  const others = offered.map((other) => (other === chosen ? parseJson(value) : other))
  tx.run('UPDATE proposal SET value = ?, alternatives = ? WHERE id = ?', toJson(chosen), toJson(others), id)
}

/** The values, as JSON, of some attributes' proposals that are open, accepted or decided since. */
export function listUnchangedValues(
  db: ReadableDb,
  { attributes, since }: { readonly attributes: readonly number[]; readonly since: number },
): string[] {
  return db
    .all<{ json: string }>(
      `SELECT value || alternatives AS json FROM proposal WHERE attribute IN (SELECT value FROM json_each(?))
         AND (status IN ('open', 'accepted') OR decided_at >= ?)`,
      JSON.stringify(attributes),
      since,
    )
    .map(({ json }) => json)
}

export function hasOpenProposal(db: ReadableDb, entity: number, attribute: number): boolean {
  const open = "SELECT 1 FROM proposal WHERE entity = ? AND attribute = ? AND status = 'open' LIMIT 1"
  return db.get(open, entity, attribute) !== undefined
}

export function hasAccepted(db: ReadableDb, edit: string): boolean {
  return db.get('SELECT 1 FROM proposal WHERE edit = ? LIMIT 1', edit) !== undefined
}

/**
 * Follows the undo of an edit in an entity: accepted proposals are reopened, and undoing the undo accepts
 * them. Superseded ones stay. `+edit`: an edit may have many proposals, an entity has few.
 */
export function turnBackProposals(
  tx: WritableDb,
  {
    edit,
    undo,
    entity,
    attributes,
  }: { edit: string; undo: string; entity: number; attributes: readonly string[] },
): void {
  tx.run(
    `UPDATE OR IGNORE proposal SET status = CASE status WHEN 'accepted' THEN 'open' ELSE 'accepted' END, edit = ?
     WHERE +edit = ? AND entity = ? AND status IN ('accepted', 'open')
       AND attribute IN (SELECT id FROM attribute WHERE key IN (SELECT value FROM json_each(?)))`,
    undo,
    edit,
    entity,
    JSON.stringify(attributes),
  )
}

export function removeLostProposals(tx: WritableDb): void {
  for (const table of ['proposal', 'not_stated'])
    tx.run(
      `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = ${table}.entity)
         AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id = ${table}.entity)`,
    )
}

/** Records that a model found no value in the inputs of a digest. */
export function putNotStated(tx: WritableDb, entity: number, attribute: number, digest: string): void {
  tx.run(
    `INSERT INTO not_stated (entity, attribute, digest) VALUES (?, ?, ?)
     ON CONFLICT (entity, attribute) DO UPDATE SET digest = excluded.digest`,
    entity,
    attribute,
    digest,
  )
}

export interface GenerationState {
  openValue?: Json<unknown>
  /** The digests of all open proposals, also of people. */
  openDigests?: readonly string[]
  accepted?: Pick<ProposalRow, 'value' | 'digest'>
  notStated?: string
}

export const runsPropose = 'generation'

interface StateRow {
  readonly entity: number
  readonly attribute: number
  readonly value: Json<unknown>
  readonly digest: string | null
  readonly proposer: string
}

export function listGenerationStates(
  db: ReadableDb,
  entities: readonly number[],
  attributes: readonly number[],
): (entity: number, attribute: number) => GenerationState {
  const states = new Map<string, GenerationState>()
  const stateOf = (entity: number, attribute: number) => {
    const key = `${entity}:${attribute}`
    const state = states.get(key) ?? {}
    states.set(key, state)
    return state
  }
  const [ids, keys] = [JSON.stringify(entities), JSON.stringify(attributes)]
  const among = (table: string) =>
    `FROM json_each(?) e CROSS JOIN json_each(?) a CROSS JOIN ${table} p ON p.entity = e.value AND p.attribute = a.value`
  const proposals = `SELECT p.entity, p.attribute, p.value, p.digest, p.proposer ${among('proposal')}`
  for (const row of db.all<StateRow>(`${proposals} AND p.status = 'open'`, ids, keys)) {
    const state = stateOf(row.entity, row.attribute)
    if (row.proposer === runsPropose) state.openValue = row.value
    state.openDigests = [...(state.openDigests ?? []), ...(row.digest === null ? [] : [row.digest])]
  }
  const accepted = `${proposals} AND p.status = 'accepted' AND p.digest IS NOT NULL ORDER BY p.decided_at, p.id`
  for (const { entity, attribute, value, digest } of db.all<StateRow>(accepted, ids, keys))
    stateOf(entity, attribute).accepted = { value, digest }
  const unstated = `SELECT p.entity, p.attribute, p.digest ${among('not_stated')}`
  for (const row of db.all<Required<StateRow> & { digest: string }>(unstated, ids, keys))
    stateOf(row.entity, row.attribute).notStated = row.digest
  return (entity, attribute) => states.get(`${entity}:${attribute}`) ?? {}
}

function openOf(db: ReadableDb): string {
  return `FROM proposal p WHERE p.status = 'open' AND ${isThere(db)}`
}

export function countOpen(db: ReadableDb): { type: number; open: number }[] {
  return db.all(`SELECT p.type, count(*) AS open ${openOf(db)} GROUP BY p.type`)
}

export function countOpenOf(
  db: ReadableDb,
  type: EntityType,
): { attribute: number; job: string | null; verified: number; open: number }[] {
  return db.all(
    `SELECT p.attribute, p.job, p.is_verified AS verified, count(*) AS open ${openOf(db)} AND p.type = ? GROUP BY 1, 2, 3`,
    entityTypes.indexOf(type),
  )
}

/** Changes with every proposal and every change of the catalog. */
export function markChanges(db: ReadableDb): string {
  return (
    db.get<{ mark: string }>(
      `SELECT ifnull((SELECT max(id) FROM proposal), 0) || '.' || ifnull((SELECT max(sequence) FROM event), 0) AS mark`,
    )?.mark ?? ''
  )
}

export function listProposalNumbers(
  db: ReadableDb,
  filter: ProposalFilter,
  { behind, newest }: { readonly behind: number; readonly newest: number },
): number[] {
  const from = sql`SELECT p.id ${matching(db, filter)} AND p.id > ${behind} AND p.id <= ${newest} ORDER BY p.id`
  return db.column<number>(from.text, ...from.params)
}

export function newestProposal(db: ReadableDb): number {
  return db.get<{ id: number }>('SELECT ifnull(max(id), 0) AS id FROM proposal')?.id ?? 0
}

export function listProposalsNumbered(db: ReadableDb, ids: readonly number[]): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT p.* FROM proposal p WHERE p.id IN (SELECT value FROM json_each(?)) AND ${isThere(db)} ORDER BY p.id`,
    JSON.stringify(ids),
  )
}

/** Reopens a decided proposal; false where a newer one of the same proposer has replaced it. */
export function openAgain(tx: WritableDb, id: number): boolean {
  const { changes } = tx.run(
    "UPDATE OR IGNORE proposal SET status = 'open', decided_at = NULL, decided_by = NULL, edit = NULL WHERE id = ?",
    id,
  )
  return changes === 1
}

export type MadeRow = Pick<ProposalRow, 'entity' | 'attribute' | 'value' | 'digest' | 'model' | 'created_at'>

const among = 'FROM json_each(?) e CROSS JOIN proposal p ON p.entity = e.value'

/** Accepted generated proposals of some entities; values proposed by people are not generated. */
export function listMade(db: ReadableDb, entities: readonly number[]): MadeRow[] {
  return db.all(
    `SELECT p.entity, p.attribute, p.value, p.digest, p.model, p.created_at ${among}
     WHERE p.status = 'accepted' AND p.origin <> 'person' AND p.digest IS NOT NULL ORDER BY p.decided_at, p.id`,
    JSON.stringify(entities),
  )
}

export function countOpenFor(
  db: ReadableDb,
  entities: readonly number[],
): { entity: number; attribute: number; open: number }[] {
  return db.all(
    `SELECT p.entity, p.attribute, count(*) AS open ${among} WHERE p.status = 'open' GROUP BY p.entity, p.attribute`,
    JSON.stringify(entities),
  )
}

export function hasProposals(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM proposal LIMIT 1') !== undefined
}
