import type { Actor } from '#shared/events.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Evidence, ProposalOrigin, ProposalStatus } from '#shared/proposals.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { nextIdentity } from './identities.ts'

/** A value that is proposed for one attribute of one entity. */
export interface NewProposal {
  /** The internal ids. */
  readonly entity: number
  readonly attribute: number
  readonly type: EntityType
  readonly value: unknown
  /** Further values of the same call; one of them may be accepted in place of `value`. */
  readonly alternatives?: readonly unknown[]
  /** What the value was when this was proposed. */
  readonly basis: unknown
  readonly evidence: readonly Evidence[]
  readonly note: string | null
  readonly origin: ProposalOrigin
  /** Of whom one proposal is open at a time: all runs together, or one actor. */
  readonly proposer: string
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly job?: string | undefined
  readonly cost?: number | null | undefined
  readonly digest?: string | undefined
}

/** One proposal as stored. */
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
  /** The edit that accepted it, or opened it again. */
  readonly edit: string | null
  readonly created_at: number
  readonly decided_at: number | null
  readonly decided_by: Json<Actor> | null
}

/**
 * Stores an open proposal; an open one of the same proposer for the same value is superseded. Returns its id.
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
       proposer, provider, model, job, cost, digest, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    proposal.provider ?? null,
    proposal.model ?? null,
    proposal.job ?? null,
    proposal.cost ?? null,
    proposal.digest ?? null,
    at,
  )
  return { id: lastInsertRowid, uuid }
}

/** Which proposals are meant; undefined members leave it open. */
export interface ProposalFilter {
  readonly type: EntityType
  readonly status: ProposalStatus
  readonly attribute?: number | undefined
  readonly job?: string | undefined
  readonly entity?: number | undefined
  /** For any of these; undefined for all. */
  readonly among?: readonly number[] | undefined
  readonly isVerified?: boolean | undefined
}

/** Of a proposal `p`: what lies in the trash, or whose attribute was deleted, is neither told nor decided. */
const isThere =
  'EXISTS (SELECT 1 FROM entity WHERE entity.id = p.entity) AND EXISTS (SELECT 1 FROM attribute WHERE attribute.id = p.attribute)'

/** The proposals `p` that are meant, as what stands behind SELECT. */
function matching({ type, status, attribute, job, entity, among, isVerified }: ProposalFilter): Fragment {
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
    raw(isThere),
  ]
  return sql`FROM proposal p WHERE ${join(clauses, ' AND ')}`
}

export interface ProposalWindow {
  readonly limit: number
  readonly offset: number
  /** The internal id of the row that the page starts behind. */
  readonly behind: number | undefined
}

/** One page of proposals, the first made first, and the exact number of them. */
export function listProposalPage(
  db: ReadableDb,
  filter: ProposalFilter,
  { limit, offset, behind = 0 }: ProposalWindow,
): { rows: ProposalRow[]; total: number } {
  const from = matching(filter)
  const page = sql`SELECT p.* ${from} AND p.id > ${behind} ORDER BY p.id LIMIT ${limit} OFFSET ${offset}`
  const count = sql`SELECT count(*) AS total ${from}`
  return {
    rows: db.all<ProposalRow>(page.text, ...page.params),
    total: db.get<{ total: number }>(count.text, ...count.params)?.total ?? 0,
  }
}

/** The proposals with those ids, whatever has become of them; what lies in the trash is not there. */
export function listProposalRows(db: ReadableDb, uuids: readonly string[]): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT p.* FROM proposal p WHERE p.uuid IN (SELECT value FROM json_each(?)) AND ${isThere}`,
    JSON.stringify(uuids),
  )
}

/** The accepted proposals of an entity, the last accepted first. */
export function listAccepted(db: ReadableDb, entity: number): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT * FROM proposal WHERE entity = ? AND status = 'accepted' ORDER BY attribute, decided_at DESC, id DESC`,
    entity,
  )
}

export interface Decision {
  readonly status: 'accepted' | 'rejected'
  readonly by: Actor
  /** The edit by which it is undone; null where nothing was written. */
  readonly edit: string | null
}

/** Notes what became of an open proposal; accepting one supersedes the others for the same value. */
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

/** Ends the open proposals of an attribute, which is deleted. */
export function supersedeProposals(tx: WritableDb, attribute: number): void {
  const { at } = nextIdentity(tx)
  tx.run(
    `UPDATE proposal SET status = 'superseded', decided_at = ? WHERE attribute = ? AND status = 'open'`,
    at,
    attribute,
  )
}

/** Puts what is accepted in the place of the value of its proposal, where it is one of the alternatives. */
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

/**
 * The values, as JSON, that may still be accepted or have been, or were decided about since; of some
 * attributes.
 */
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

/** Whether anybody has proposed a value that nobody has decided about. */
export function hasOpenProposal(db: ReadableDb, entity: number, attribute: number): boolean {
  const open = "SELECT 1 FROM proposal WHERE entity = ? AND attribute = ? AND status = 'open' LIMIT 1"
  return db.get(open, entity, attribute) !== undefined
}

/** Whether proposals were accepted by an edit, or opened by an undo. */
export function hasAccepted(db: ReadableDb, edit: string): boolean {
  return db.get('SELECT 1 FROM proposal WHERE edit = ? LIMIT 1', edit) !== undefined
}

/**
 * Follows the undo of what an edit wrote into an entity: accepted proposals are open again, and those that
 * this undo had opened are accepted again where it is undone itself. One that has a successor stays as it is.
 * `+edit`: of an edit there may be many, of an entity few.
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

/** Deletes the proposals for entities that are neither in the catalog nor in the trash. */
export function removeLostProposals(tx: WritableDb): void {
  for (const table of ['proposal', 'not_stated'])
    tx.run(
      `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = ${table}.entity)
         AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id = ${table}.entity)`,
    )
}

/** Notes that a model did not find a value stated in what the digest stands for. */
export function putNotStated(tx: WritableDb, entity: number, attribute: number, digest: string): void {
  tx.run(
    `INSERT INTO not_stated (entity, attribute, digest) VALUES (?, ?, ?)
     ON CONFLICT (entity, attribute) DO UPDATE SET digest = excluded.digest`,
    entity,
    attribute,
    digest,
  )
}

/** What of an attribute has been generated for an entity, or looked for in vain. */
export interface GenerationState {
  /** The value of the open proposal of a run. */
  openValue?: Json<unknown>
  /** The digests of all open ones, of agents, scripts and people too. */
  openDigests?: readonly string[]
  /** The last accepted one that was generated. */
  accepted?: Pick<ProposalRow, 'value' | 'digest'>
  notStated?: string
}

/** The proposer that all runs are. */
export const runsPropose = 'generation'

interface StateRow {
  readonly entity: number
  readonly attribute: number
  readonly value: Json<unknown>
  readonly digest: string | null
  readonly proposer: string
}

/**
 * The states of some attributes of entities, by the internal ids of entity and attribute; where nothing is
 * known there is none.
 */
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

const open = `FROM proposal p WHERE p.status = 'open' AND ${isThere}`

/** How many proposals are open, by the number of their type. */
export function countOpen(db: ReadableDb): { type: number; open: number }[] {
  return db.all(`SELECT p.type, count(*) AS open ${open} GROUP BY p.type`)
}

/** How many of a type are open, by attribute, job and whether a quote was found. */
export function countOpenOf(
  db: ReadableDb,
  type: EntityType,
): { attribute: number; job: string | null; verified: number; open: number }[] {
  return db.all(
    `SELECT p.attribute, p.job, p.is_verified AS verified, count(*) AS open ${open} AND p.type = ? GROUP BY 1, 2, 3`,
    entityTypes.indexOf(type),
  )
}

/** Another text once a proposal was made or anything was changed in the catalog. */
export function markChanges(db: ReadableDb): string {
  return (
    db.get<{ mark: string }>(
      `SELECT ifnull((SELECT max(id) FROM proposal), 0) || '.' || ifnull((SELECT max(sequence) FROM event), 0) AS mark`,
    )?.mark ?? ''
  )
}

/** The internal ids of those that are meant, between two of them, the first made first. */
export function listProposalNumbers(
  db: ReadableDb,
  filter: ProposalFilter,
  { behind, newest }: { readonly behind: number; readonly newest: number },
): number[] {
  const from = sql`SELECT p.id ${matching(filter)} AND p.id > ${behind} AND p.id <= ${newest} ORDER BY p.id`
  return db.column<number>(from.text, ...from.params)
}

/** The internal id of the last one that was made. */
export function newestProposal(db: ReadableDb): number {
  return db.get<{ id: number }>('SELECT ifnull(max(id), 0) AS id FROM proposal')?.id ?? 0
}

/** Those with some internal ids, the first made first; what lies in the trash is not there. */
export function listProposalsNumbered(db: ReadableDb, ids: readonly number[]): ProposalRow[] {
  return db.all<ProposalRow>(
    `SELECT p.* FROM proposal p WHERE p.id IN (SELECT value FROM json_each(?)) AND ${isThere} ORDER BY p.id`,
    JSON.stringify(ids),
  )
}

/** Opens a decided proposal again; false where a newer one of the same proposer has taken its place. */
export function openAgain(tx: WritableDb, id: number): boolean {
  const { changes } = tx.run(
    "UPDATE OR IGNORE proposal SET status = 'open', decided_at = NULL, decided_by = NULL, edit = NULL WHERE id = ?",
    id,
  )
  return changes === 1
}

/** What of a proposal tells where a value comes from. */
export type MadeRow = Pick<ProposalRow, 'entity' | 'attribute' | 'value' | 'digest' | 'model' | 'created_at'>

const among = 'FROM json_each(?) e CROSS JOIN proposal p ON p.entity = e.value'

/**
 * The generated proposals of some entities that were accepted, by their internal ids; what people propose is
 * no generation.
 */
export function listMade(db: ReadableDb, entities: readonly number[]): MadeRow[] {
  return db.all(
    `SELECT p.entity, p.attribute, p.value, p.digest, p.model, p.created_at ${among}
     WHERE p.status = 'accepted' AND p.origin <> 'person' AND p.digest IS NOT NULL ORDER BY p.decided_at, p.id`,
    JSON.stringify(entities),
  )
}

/** How many proposals are open for some entities, by attribute. */
export function countOpenFor(
  db: ReadableDb,
  entities: readonly number[],
): { entity: number; attribute: number; open: number }[] {
  return db.all(
    `SELECT p.entity, p.attribute, count(*) AS open ${among} WHERE p.status = 'open' GROUP BY p.entity, p.attribute`,
    JSON.stringify(entities),
  )
}

/** Whether anything was ever proposed. */
export function hasProposals(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM proposal LIMIT 1') !== undefined
}
