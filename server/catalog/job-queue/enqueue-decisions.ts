import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { newestProposal } from '../../store/tables/proposals.ts'
import type { Answer } from '../answer.ts'
import { decideProposals, type DecideRequest, findManyDecisions } from '../proposals/decide.ts'
import type { DecisionsInput } from '../proposals/decide-chunk.ts'
import { enqueueJob } from './queue.ts'

/** Decides proposals: 200 with an outcome for each, or 202 with a job where more match than are decided at once. */
export function decideOrEnqueue(tx: WritableDb, request: DecideRequest): Answer {
  const many = findManyDecisions(tx, request)
  if (!many) return decideProposals(tx, request)
  const { type, action } = many
  const { list, context } = request
  const { attribute, job_id, verified } = request.body.where ?? {}
  const input: DecisionsInput = {
    type,
    action,
    where: {
      ...(attribute !== undefined && { attribute }),
      ...(job_id !== undefined && { job_id }),
      ...(verified !== undefined && { verified }),
    },
    ...(list && { list }),
    newest: newestProposal(tx),
    edit_id: nextIdentity(tx).uuid,
    context,
  }
  const metadata = { workflow: 'decide_proposals', via: context.via, type, action, edit_id: input.edit_id }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'decide_proposals', input, metadata })
}
