import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityResource, type EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import { maxLimit } from '#shared/paging.ts'
import type {
  CellMarks,
  CellOrigins,
  CellReferrers,
  DistinctValues,
  ListAggregates,
  RowBranches,
  RowGroups,
} from '#shared/schemas/grid.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'
import { callWorkspace, type Api } from '../api/client.ts'
import { toListParams } from './list-params.ts'

export const countKey = (workspaceId: string) => ['count', workspaceId] as const

export function countQuery(api: Api, type: EntityType, query?: GridQuery) {
  const params = query === undefined ? [] : toListParams({ ...query, sort: [] })
  return queryOptions({
    queryKey: [...countKey(api.workspaceId), type, params] as const,
    queryFn: async ({ signal }) => {
      const answer = await api.call(`GET /${pluralOf[type]}`, { query: { limit: 1 }, params, signal })
      return answer.pagination.total
    },
    staleTime: 10_000,
  })
}

export const galleryKey = (workspaceId: string) => ['gallery', workspaceId] as const

export const imagePageSize = 100

export interface ImagePage {
  readonly rows: readonly (EntityResource | undefined)[]
  readonly total: number
  readonly snapshot: string
}

/** Freezes the order of a list of images, with its first page. */
export function imageOrderQuery(api: Api, query: GridQuery) {
  return queryOptions({
    queryKey: [...galleryKey(api.workspaceId), toListParams(query)] as const,
    queryFn: ({ signal }) => readImagePage(api, query, { offset: 0, snapshot: 'new' }, signal),
  })
}

/** A page of a frozen order by position; images that have gone since leave holes. */
export async function readImagePage(
  api: Api,
  query: GridQuery,
  { offset, snapshot }: { readonly offset: number; readonly snapshot: string },
  signal?: AbortSignal,
): Promise<ImagePage> {
  const window = { limit: imagePageSize, offset, snapshot }
  const input = { query: window, params: toListParams(query), ...(signal && { signal }) }
  const { data, pagination } = await api.call('GET /images', input)
  const rows: (EntityResource | undefined)[] = [...data]
  for (const position of [...(pagination.gone ?? [])].sort((a, b) => a - b))
    rows.splice(position - offset, 0, undefined)
  return { rows, total: pagination.total, snapshot: pagination.snapshot ?? '' }
}

interface AskedGroups {
  readonly query: GridQuery
  readonly levels: number
  readonly keys?: readonly string[]
}

export async function fetchGroups(
  { workspaceId }: Api,
  type: EntityType,
  { query, levels, keys = [] }: AskedGroups,
): Promise<RowGroups['groups']> {
  const pairs = toListParams(query)
  const sort = new Map(pairs).get('sort') ?? ''
  const asked = { type, sort, levels, ...(keys.length > 0 && { keys: [...keys] }) }
  const input = { query: asked, params: pairs.filter(([name]) => name !== 'sort') }
  return (await callWorkspace(workspaceId, 'GET /grid/groups', input)).data.groups
}

/** How many variants some rows have; in a given list, also their positions. */
export async function fetchBranches(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
  query?: GridQuery,
): Promise<RowBranches['branches']> {
  const branches: RowBranches['branches'] = []
  for (let at = 0; at < ids.length; at += maxLimit) {
    const asked = { type, ids: ids.slice(at, at + maxLimit), ...(query && { positions: true }) }
    const input = { query: asked, params: query ? toListParams(query) : [] }
    const answer = await callWorkspace(workspaceId, 'GET /grid/branches', input)
    branches.push(...answer.data.branches)
  }
  return branches
}

/** The values of an attribute in a list with counts: the first in order, or those that contain a text. */
export async function fetchDistinct(
  { workspaceId }: Api,
  type: EntityType,
  {
    query,
    key,
    text,
    signal,
  }: {
    readonly query: GridQuery
    readonly key: string
    readonly text: string
    readonly signal: AbortSignal
  },
): Promise<DistinctValues['values']> {
  const asked = { type, key, limit: 50, ...(text !== '' && { text }) }
  const input = { query: asked, params: toListParams({ ...query, sort: [] }), signal }
  return (await callWorkspace(workspaceId, 'GET /grid/distinct', input)).data.values
}

export interface IndexRange {
  readonly snapshot: string
  readonly first: number
  readonly last: number
}

/** Sums of up to 30 attributes in a list, or in a range of it. */
export async function fetchAggregates(
  { workspaceId }: Api,
  type: EntityType,
  { query, keys, range }: AggregatesQuery,
): Promise<ListAggregates> {
  const input = range
    ? { query: { type, keys, snapshot: range.snapshot, first_row: range.first, last_row: range.last } }
    : { query: { type, keys }, params: toListParams({ ...query, sort: [] }) }
  return (await callWorkspace(workspaceId, 'GET /grid/aggregates', input)).data
}

export interface AggregatesQuery {
  readonly query: GridQuery
  readonly keys: readonly string[]
  readonly range?: IndexRange | undefined
}

export async function fetchOrigins(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<CellOrigins> {
  return (await callWorkspace(workspaceId, 'GET /grid/origins', { query: { type, ids } })).data
}

/** Generated and proposed cells of up to 200 entities, by id and key. */
export async function fetchMarks(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<CellMarks> {
  return (await callWorkspace(workspaceId, 'GET /review/marks', { query: { type, ids } })).data
}

/** Referrers of up to 200 entities, by id and inverse key. */
export async function fetchReferrers(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<CellReferrers> {
  return (await callWorkspace(workspaceId, 'GET /grid/referrers', { query: { type, ids } })).data
}

export async function fetchChildren(
  api: Api,
  type: EntityType,
  parentId: string,
  {
    sort,
    ...window
  }: Pick<GridQuery, 'sort'> & {
    readonly offset: number
    readonly limit: number
    readonly signal: AbortSignal
  },
): Promise<readonly EntityResource[]> {
  const { signal, ...query } = window
  const params = toListParams({ ...emptyGridQuery, sort })
  const pairs = [...params, ['filter[parent_id]', parentId] as const]
  return (await api.call(`GET /${pluralOf[type]}`, { query, params: pairs, signal })).data
}

/** More rows than this are not named one by one. */
export const maxNamedRows = 10_000

export async function listIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  [first, last]: readonly [first: number, last: number],
): Promise<string[]> {
  const ids: string[] = []
  for (let offset = first; offset <= last; offset += maxInValues) {
    const limit = Math.min(maxInValues, last - offset + 1)
    const input = { query: { limit, offset }, params: toListParams(query) }
    const { data, pagination } = await api.call(`GET /${pluralOf[type]}`, input)
    ids.push(...data.map(({ id }) => id))
    if (!pagination.has_more) break
  }
  return ids
}
