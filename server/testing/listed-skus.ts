import type { EntityResource } from '#shared/entities.ts'
import { parseAnswer } from '../catalog/answer.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** The SKUs of the first 200 products, in the order in which they were made. */
export async function listSkus(threads: WorkspaceThreads): Promise<unknown[]> {
  const request = { limit: 200, offset: 0, sort: [], clauses: [], join: 'and' as const }
  const answer = await threads.call('listEntities', { type: 'product', request, faults: [] })
  return parseAnswer<{ data: EntityResource[] }>(answer).data.map(({ attributes }) => attributes['sku'])
}
