import { sourceJobName } from '#shared/sources.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { checkSource, type NewSource } from '../sources/check-source.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findJob } from '../../store/tables/jobs.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueueSource extends NewSource {
  /** The id that the job gets; a file that was sent is named after it. */
  readonly id: string
}

/** Queues the making of a source: 202 with the job and its `job_id` (decisions, Sources). */
export function enqueueSource(tx: WritableDb, { id, ...request }: EnqueueSource): Answer {
  const input = checkSource(tx, request)
  const { content } = input
  const metadata = {
    workflow: sourceJobName,
    url: content.kind === 'url' ? content.url : null,
    via: request.context.via,
    ...(content.kind === 'file' && { file: content.name }),
    ...(request.body.name !== undefined && { name: request.body.name }),
  }
  enqueueJob(tx, { uuid: id, name: sourceJobName, input, metadata })
  const job = { ...findJob(tx, id), job_id: id }
  return dataAnswer(202, JSON.stringify(job), `/jobs/${id}`)
}
