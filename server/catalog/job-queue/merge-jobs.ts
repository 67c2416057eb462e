import { mergeChunk } from '../merging/merge-chunk.ts'
import { mergeOrEnqueue } from './enqueue-merge.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import type { Answer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkDuplicateSearch, type SearchInput, type SentSearch } from '../duplicates/search-request.ts'
import { enqueueJob } from './queue.ts'

/** What the writer does about merges and the search that leads to them. */
export const mergeJobWrites = { mergeEntities: mergeOrEnqueue, mergeChunk, enqueueDuplicates }

/** Queues a search for duplicates: 202 with the job. */
function enqueueDuplicates(
  tx: WritableDb,
  { context, ...search }: SentSearch & { readonly context: WriteContext },
): Answer {
  const input: SearchInput = { ...checkDuplicateSearch(tx, search), context }
  const metadata = { workflow: 'find_duplicates', via: context.via, type: input.type, by: [...input.ways] }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'find_duplicates', input, metadata })
}
