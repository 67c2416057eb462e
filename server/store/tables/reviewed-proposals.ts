import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { isThere, matching, type ProposalFilter, type ProposalRow } from './proposals.ts'

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

/** The generated proposals of some entities that were accepted, by their internal ids; what people propose is no generation. */
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
