import { isTerminal, type Job } from '#shared/jobs.ts'
import { maxDecisions } from '#shared/proposals.ts'
import type { Api } from '../../api/client.ts'
import {
  acceptProposals,
  type AskedProposals,
  decideProposals,
  fetchProposals,
} from '../../api/proposals-queries.ts'

/** What was accepted at once. */
export interface Accepted {
  readonly ids: readonly string[]
  /** By which it is undone. */
  readonly edits: readonly string[]
  /** Those that stay open: changed meanwhile, or no longer allowed. */
  readonly left: number
}

const sliceSize = 200

/** Accepts all proposals with a quote that was found. More than go in one request go in slices. */
export async function acceptAllVerified(
  api: Api,
  asked: AskedProposals,
  total: number,
  onProgress: (count: number) => void,
): Promise<Accepted> {
  const verified = { ...asked, verified: true }
  if (total > maxDecisions) return acceptInSlices(api, verified, onProgress)
  const answer = await acceptProposals(api, verified)
  // More have come in meanwhile than are decided at once.
  return 'edit_id' in answer ? toAccepted([answer]) : toAcceptedBy(await awaitJob(api, answer.data.id))
}

/** By a job, which tells how many and not which. */
function toAcceptedBy({ result }: Job): Accepted {
  if (result === null || !('accepted' in result)) return { ids: [], edits: [], left: 0 }
  const { edit_id: edit, changed_meanwhile: changed, refused } = result
  return { ids: [], edits: edit === null ? [] : [edit], left: changed + refused }
}

type Answered = Awaited<ReturnType<typeof decideProposals>>

async function acceptInSlices(
  api: Api,
  asked: AskedProposals,
  onProgress: (count: number) => void,
): Promise<Accepted> {
  const answers: Pick<Answered, 'data' | 'edit_id'>[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { data, pagination } = await fetchProposals(api, asked, cursor, sliceSize)
    if (data.length === 0) break
    const decisions = data.map(({ id }) => ({ id, action: 'accept' as const }))
    answers.push(await decideProposals(api, asked.type, decisions))
    onProgress(answers.reduce((sum, answer) => sum + answer.data.length, 0))
    cursor = pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined
  }
  return toAccepted(answers)
}

function toAccepted(answers: readonly Pick<Answered, 'data' | 'edit_id'>[]): Accepted {
  const decided = answers.flatMap(({ data }) => data)
  const ids = decided.flatMap(({ id, status }) => (status === 'accepted' && id !== null ? id : []))
  return { ids, edits: answers.flatMap(({ edit_id: edit }) => edit ?? []), left: decided.length - ids.length }
}

const pollMs = 300

/** Takes edits back, the last one first; a large one is taken back by a job, which is waited for. */
export async function undoEdits(api: Api, edits: readonly string[]): Promise<void> {
  for (const edit of edits.toReversed()) {
    const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: edit } })
    if (!('edit_id' in answer)) await awaitJob(api, answer.data.id)
  }
}

async function awaitJob(api: Api, id: string): Promise<Job> {
  for (;;) {
    const { data: job } = await api.call('GET /jobs/{id}', { path: { id } })
    if (isTerminal(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
