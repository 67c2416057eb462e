import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerationResult, NewGeneration, SpendRow } from '#shared/generations.ts'
import type { Job } from '#shared/jobs.ts'
import type { Proposal, ProposalStatus } from '#shared/proposals.ts'
import { askOwner, type Owner } from './generation-folder.ts'
import { generatedKeys } from './trial-catalog.ts'

export async function startRun(owner: Owner, more: Partial<NewGeneration>): Promise<string> {
  const body = { type: 'product', attributes: [...generatedKeys], ...(!more.ids && { filter: '' }), ...more }
  const { data } = await askOwner<{ data: Job }>(owner, '/api/v1/generations', body)
  return data.id
}

export interface EndedRun {
  readonly job: Job
  readonly result: GenerationResult
  readonly seconds: number
}

export async function readJob(owner: Owner, id: string): Promise<Job> {
  return (await askOwner<{ data: Job }>(owner, `/api/v1/jobs/${id}`)).data
}

const patienceMs = 900_000

/** Returns the run once it has ended; throws where it does not end or failed. */
export async function endedRun(owner: Owner, id: string): Promise<EndedRun> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const job = await readJob(owner, id)
    if (job.completed_at !== null) return toEnded(job)
    await sleep(100)
  }
  throw new Error(`The run has not ended within ${patienceMs / 1000} s.`)
}

function toEnded(job: Job): EndedRun {
  const { result, started_at: from, completed_at: to } = job
  if (job.status !== 'completed' || result === null || !('proposed' in result))
    throw new Error(`The run ${job.status}: ${JSON.stringify(result)}`)
  return { job, result, seconds: (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000 }
}

export async function listProposals(owner: Owner, status: ProposalStatus): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  for (let cursor: string | undefined; ;) {
    const at = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const path = `/api/v1/proposals?type=product&status=${status}&limit=100${at}`
    const page = await askOwner<{
      data: Proposal[]
      pagination: { has_more: boolean; next_cursor: string }
    }>(owner, path)
    proposals.push(...page.data)
    if (!page.pagination.has_more) return proposals
    cursor = page.pagination.next_cursor
  }
}

export async function readSpend(owner: Owner): Promise<{ cost: number; unsettled: number; calls: number }> {
  const { data } = await askOwner<{ data: SpendRow[] }>(owner, '/api/v1/generations/spend')
  return data.reduce(
    (sum, { cost, unsettled, calls }) => ({
      cost: sum.cost + (cost ?? 0),
      unsettled: sum.unsettled + unsettled.cost,
      calls: sum.calls + calls,
    }),
    { cost: 0, unsettled: 0, calls: 0 },
  )
}
