import type { Actor } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/**
 * The person of a team who asked for a job, or whose key or agent did, and what they were then; a desktop has
 * none.
 */
interface JobRequester {
  readonly person?: string | undefined
  readonly role?: Role | undefined
}

/** That, and whom events name: the person, their key or their agent. */
interface JobActor extends JobRequester {
  readonly actor?: Actor
}

/** A job and who asked for it; its handler reads its input and checkpoint. */
export interface ClaimedJob extends JobRequester {
  readonly id: string
  readonly name: string
}

/** Who asked for a job, as its input says. */
export function askedBy(input: object): JobActor {
  return (input as { readonly context?: JobActor }).context ?? {}
}

/**
 * At most `running` jobs at once, and as many besides that wait for providers: those hold up no others,
 * however long an answer takes.
 */
export interface ClaimLimits {
  readonly leaseMs: number
  readonly running: number
}

/**
 * When a job of a person may run: they take turns, and who had none yet comes first. Jobs of nobody wait as
 * long as they have.
 */
const turn = `CASE WHEN person IS NULL THEN created_at
  ELSE coalesce((SELECT max(started_at) FROM job AS earlier WHERE earlier.person = job.person), 0) END`

const provider = "metadata ->> '$.provider'"

/**
 * Of jobs of one queue one runs at a time, so that a queue of one kind, or of one provider, holds up no
 * other.
 */
const queueOf = `name || coalesce(' ' || (${provider}), '')`

/**
 * Marks the oldest job that may start, of whoever's turn it is, as running until its lease ends; undefined
 * when there is none.
 */
export function claimNextJob(tx: WritableDb, { leaseMs, running }: ClaimLimits): ClaimedJob | undefined {
  const now = Date.now()
  const row = tx.get<ClaimedRow & { id: number }>(
    `SELECT id, ${askedColumns} FROM job WHERE status = 'queued' AND coalesce(metadata ->> '$.paused.until', '') <= ?
       AND (SELECT count(*) FROM job AS other WHERE other.status = 'running'
         AND (other.metadata ->> '$.provider' IS NULL) = (job.metadata ->> '$.provider' IS NULL)) < ?
       AND ${queueOf} NOT IN (SELECT ${queueOf} FROM job WHERE status = 'running')
     ORDER BY ${turn}, id LIMIT 1`,
    new Date(now).toISOString(),
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

/** The jobs of a person that have not ended. */
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
