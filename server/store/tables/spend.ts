import type { SpendRow } from '#shared/generations.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

export interface Reservation {
  readonly job: string | null
  readonly provider: string
  readonly model: string
  readonly reserved: number
}

export function reserveSpend(tx: WritableDb, reservations: readonly Reservation[]): number[] {
  const at = Date.now()
  return reservations.map(
    ({ job, provider, model, reserved }) =>
      tx.run(
        `INSERT INTO spend (job, provider, model, at, input_tokens, output_tokens, reserved, cost, status)
         VALUES (?, ?, ?, ?, 0, 0, ?, NULL, 'reserved')`,
        job,
        provider,
        model,
        at,
        reserved,
      ).lastInsertRowid,
  )
}

export interface Settlement {
  readonly id: number
  readonly input: number
  readonly output: number
  readonly cost: number | null
}

export function settleSpend(tx: WritableDb, settlements: readonly Settlement[]): void {
  for (const { id, input, output, cost } of settlements)
    tx.run(
      "UPDATE spend SET input_tokens = ?, output_tokens = ?, cost = ?, status = 'settled' WHERE id = ?",
      input,
      output,
      cost,
      id,
    )
}

export function giveUpSpend(tx: WritableDb, id: number): void {
  tx.run("UPDATE spend SET status = 'unsettled', cost = reserved WHERE id = ?", id)
}

/** Interrupted calls of a job cost their reserved amount; the job's next runner records this first. */
export function noteUnsettled(tx: WritableDb, job: string): void {
  tx.run("UPDATE spend SET status = 'unsettled', cost = reserved WHERE job = ? AND status = 'reserved'", job)
}

export interface JobSpend {
  readonly input: number
  readonly output: number
  /** Includes unsettled calls; null where no price is known. */
  readonly cost: number | null
  readonly unsettledCalls: number
  readonly unsettledCost: number
}

export function spendOfJob(db: ReadableDb, job: string): JobSpend {
  const row = db.get<JobSpend>(
    `SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output, sum(cost) AS cost,
       count(*) FILTER (WHERE status = 'unsettled') AS unsettledCalls,
       coalesce(sum(cost) FILTER (WHERE status = 'unsettled'), 0) AS unsettledCost
     FROM spend WHERE job = ?`,
    job,
  )
  return row ?? { input: 0, output: 0, cost: null, unsettledCalls: 0, unsettledCost: 0 }
}

/**
 * The cost between two times (milliseconds, the second exclusive), by day, provider and model, the last day
 * first.
 */
export function listSpend(db: ReadableDb, { since, until }: { since: number; until: number }): SpendRow[] {
  return db
    .all<Omit<SpendRow, 'tokens' | 'unsettled'> & Record<'input' | 'output' | 'lost' | 'lostCost', number>>(
      `SELECT date(at / 1000, 'unixepoch') AS day, provider, model, count(*) AS calls,
         sum(input_tokens) AS input, sum(output_tokens) AS output,
         CASE WHEN count(cost) = count(*) FILTER (WHERE status <> 'reserved') THEN sum(coalesce(cost, reserved)) END AS cost,
         count(*) FILTER (WHERE status = 'unsettled') AS lost,
         coalesce(sum(cost) FILTER (WHERE status = 'unsettled'), 0) AS lostCost
       FROM spend WHERE at >= ? AND at < ? GROUP BY day, provider, model ORDER BY day DESC, provider, model`,
      since,
      until,
    )
    .map(({ input, output, lost, lostCost, ...row }) => ({
      ...row,
      tokens: { input, output },
      unsettled: { calls: lost, cost: lostCost },
    }))
}
