import type { Actor } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { toIso } from '#shared/iso-times.ts'

/**
 * The person of a team who requested a job directly, by a key or by an agent, with their role; absent on a
 * desktop.
 */
interface JobRequester {
  readonly person?: string | undefined
  readonly role?: Role | undefined
}

interface JobActor extends JobRequester {
  readonly actor?: Actor
}

export interface ClaimedJob extends JobRequester {
  readonly id: string
  readonly name: string
}

export function askedBy(input: object): JobActor {
  return (input as { readonly context?: JobActor }).context ?? {}
}

/** At most `running` jobs at once, as many more that wait for providers, and one more than that for connections. */
export interface ClaimLimits {
  readonly leaseMs: number
  readonly running: number
}

/**
 * The turn of a job: people take turns, and a person without a job yet comes first. Jobs without a person
 * wait by age.
 */
const turn = `CASE WHEN person IS NULL THEN created_at
  ELSE coalesce((SELECT max(started_at) FROM job AS earlier WHERE earlier.person = job.person), 0) END`

/** The thing elsewhere that a job waits for: a provider of models, or the connection of a feed. */
const elsewhere = "coalesce(metadata ->> '$.provider', metadata ->> '$.connection')"

/** One job of a queue runs at a time, so that neither a kind nor a slow server elsewhere blocks others. */
const queueOf = `name || coalesce(' ' || (${elsewhere}), '')`

/** Jobs that wait for providers, for connections and for nobody do not count among each other. */
const groupOf = (job: string) =>
  `CASE WHEN ${job}.metadata ->> '$.provider' IS NOT NULL THEN 1 WHEN ${job}.metadata ->> '$.connection' IS NOT NULL THEN 2 ELSE 0 END`
const moreForConnections = 1

export function claimNextJob(tx: WritableDb, { leaseMs, running }: ClaimLimits): ClaimedJob | undefined {
  const now = Date.now()
  const row = tx.get<ClaimedRow & { id: number }>(
    `SELECT id, ${askedColumns} FROM job WHERE status = 'queued' AND coalesce(metadata ->> '$.paused.until', '') <= ?
       AND (SELECT count(*) FROM job AS other WHERE other.status = 'running' AND ${groupOf('other')} = ${groupOf('job')})
         < ? + CASE WHEN ${groupOf('job')} = 2 THEN ${moreForConnections} ELSE 0 END
       AND ${queueOf} NOT IN (SELECT ${queueOf} FROM job WHERE status = 'running')
     ORDER BY ${turn}, id LIMIT 1`,
    toIso(now),
    running,
  )
  if (!row) return undefined
  tx.run(
    `UPDATE job SET status = 'running', started_at = coalesce(started_at, ?), lease_until = ?,
       metadata = json_remove(metadata, '$.paused') WHERE id = ?`,
    now,
    now + leaseMs,
    row.id,
  )
  return toClaimed(row)
}

export function unfinishedJobsOf(db: ReadableDb, person: string): ClaimedJob[] {
  const sql = `SELECT ${askedColumns} FROM job WHERE person = ? AND status IN ('queued', 'running') ORDER BY id`
  return db.all<ClaimedRow>(sql, person).map(toClaimed)
}

const askedColumns = "uuid, name, person, input ->> '$.context.role' AS role"

interface ClaimedRow {
  readonly uuid: string
  readonly name: string
  readonly person: string | null
  readonly role: Role | null
}

function toClaimed({ uuid, name, person, role }: ClaimedRow): ClaimedJob {
  return { id: uuid, name, person: person ?? undefined, role: role ?? undefined }
}
