import { toFingerprint } from '../catalog/query/cursor.ts'
import type { Paging } from '../edge/list-params.ts'
import { positionPage, startOfPage } from '../edge/position-pages.ts'
import type { Agent } from './agent.ts'

/** A page of a list that the API answers whole, of `parts.workspace`; agents read everything page by page. */
export function pageWhole<Entry>(
  { parts }: Agent,
  list: 'attributes' | 'channels' | 'classes' | 'views',
  { data }: { readonly data: readonly Entry[] },
  paging: Paging,
) {
  const mark = toFingerprint([parts.workspace.id, list])
  const from = startOfPage(mark, paging, [])
  const page = data.slice(from, from + paging.limit)
  const pagination = positionPage(mark, paging, { from, count: page.length, total: data.length })
  return { data: page, pagination }
}
