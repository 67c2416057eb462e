import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AssetApply, AssetMode, AssetPlanRow, SentRule } from '#shared/assets.ts'
import { type AssetApplyResult, isTerminal, type Job } from '#shared/jobs.ts'
import type { UnplacedFile } from '#shared/schemas/assets.ts'
import { type Api, callWorkspace } from './client.ts'
import { nextCursor } from './entities-queries.ts'
import type {
  AssetLibrary,
  AssetLibraryPatch,
  LibraryScanResult,
  MissingFile,
  NewAssetLibrary,
} from '#shared/schemas/asset-libraries.ts'

/** A file with its name, which carries the folders that it was dropped with. */
export interface NamedFile {
  readonly file: File
  readonly name: string
}

/** A file that the workspace stores, by its value in an image, with the name by which it is matched. */
export interface StoredPicture {
  readonly hash: string
  readonly value: string
  readonly name: string
}

export interface MatchSettings {
  readonly attribute: string
  readonly as: AssetMode
  readonly rules: readonly SentRule[]
}

/** Sends files to be matched, or matches those of an earlier match by other settings. */
export async function startMatch(
  api: Api,
  files: readonly NamedFile[] | { readonly match: string } | { readonly stored: readonly StoredPicture[] },
  { attribute, as, rules }: MatchSettings,
): Promise<Job> {
  const asked = { attribute, as, rules }
  if ('match' in files) return (await api.call('POST /asset-matches', { body: { files, ...asked } })).data
  if ('stored' in files) {
    const stored = files.stored.map(({ hash, name }) => ({ hash, name }))
    return (await api.call('POST /asset-matches', { body: { files: stored, ...asked } })).data
  }
  const form = new FormData()
  form.set('rules', JSON.stringify(rules))
  form.set('attribute', attribute)
  form.set('as', as)
  for (const { file, name } of files) form.append('files', file, name)
  return (await api.call('POST /asset-matches', { body: form })).data
}

/** Matches the files of an earlier match again and applies the plan, which stores what found no product. */
export async function keepForLater(api: Api, match: string, settings: MatchSettings): Promise<Job> {
  const body = { files: { match }, ...settings, dry_run: false }
  return (await api.call('POST /asset-matches', { body })).data
}

const lookEveryMs = 250

/** Waits for the end of a job. */
export async function endedJob(api: Api, begun: Job): Promise<Job> {
  for (let job = begun; ;) {
    if (isTerminal(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    job = (await api.call('GET /jobs/{id}', { path: { id: begun.id } })).data
  }
}

export const unplacedKey = (workspaceId: string) => ['unplaced-files', workspaceId] as const

/** The files that matches have not placed, by their names. */
export function unplacedQuery({ workspaceId }: Api) {
  return infiniteQueryOptions({
    queryKey: [...unplacedKey(workspaceId), 'list'] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) }
      return callWorkspace(workspaceId, 'GET /unplaced-files', { query, signal })
    },
    getNextPageParam: nextCursor,
    staleTime: 10_000,
  })
}

/** The stored file of exactly this name that no match has placed. */
export async function unplacedOfName({ workspaceId }: Api, name: string): Promise<UnplacedFile | undefined> {
  const query = { name, limit: 1 }
  return (await callWorkspace(workspaceId, 'GET /unplaced-files', { query })).data[0]
}

const pageSize = 200

/** All rows of the plan of a match, in the order of the files. */
export function planRowsQuery(api: Api, jobId: string) {
  return queryOptions({
    queryKey: ['asset-plan', api.workspaceId, jobId] as const,
    queryFn: async ({ signal }) => {
      const rows: AssetPlanRow[] = []
      for (let cursor: string | undefined; ;) {
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
        const input = { path: { job_id: jobId }, query, signal }
        const page = await api.call('GET /asset-matches/{job_id}/rows', input)
        rows.push(...page.data)
        if (!page.pagination.has_more) return rows
        cursor = page.pagination.next_cursor
      }
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

/** Places the files of a plan: the job that does so, or the result where nothing is to be placed. */
export async function applyPlan(api: Api, jobId: string, body: AssetApply): Promise<Job | AssetApplyResult> {
  return (await api.call('POST /asset-matches/{job_id}/apply', { path: { job_id: jobId }, body })).data
}

export const librariesKey = (workspaceId: string) => ['asset-libraries', workspaceId] as const

const refetchMs = 30_000

/** The linked libraries; scans run by themselves too, so they are asked for again. */
export function librariesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: librariesKey(workspaceId),
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /asset-libraries', { signal })).data,
    refetchInterval: refetchMs,
  })
}

const shownMissing = 50

/** The first missing files of a library, with the number of all. */
export function missingFilesQuery(
  workspaceId: string,
  { id, missing }: Pick<AssetLibrary, 'id' | 'missing'>,
) {
  return queryOptions({
    queryKey: [...librariesKey(workspaceId), id, 'missing', missing] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id }, query: { limit: shownMissing }, signal }
      return (await callWorkspace(workspaceId, 'GET /asset-libraries/{id}/missing', input)).data
    },
    enabled: missing > 0,
  })
}

export async function linkLibrary(workspaceId: string, body: NewAssetLibrary): Promise<void> {
  await callWorkspace(workspaceId, 'POST /asset-libraries', { body })
}

export async function changeLibrary(
  workspaceId: string,
  { id, ...body }: AssetLibraryPatch & Pick<AssetLibrary, 'id'>,
): Promise<void> {
  await callWorkspace(workspaceId, 'PATCH /asset-libraries/{id}', { path: { id }, body })
}

export async function unlinkLibrary(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /asset-libraries/{id}', { path: { id } })
}

/** Scans a library and waits for the result; undefined where the scan was cancelled or failed. */
export async function scanLibrary(api: Api, id: string): Promise<LibraryScanResult | undefined> {
  const input = { path: { id } }
  const { data } = await callWorkspace(api.workspaceId, 'POST /asset-libraries/{id}/scan', input)
  const { result } = await endedJob(api, data)
  return result !== null && 'left_out' in result && 'moved' in result ? result : undefined
}

/** Writes the place where a missing file was found into every value of an image or product that names it. */
export async function takeNewPlace(api: Api, { value, moved_to: place }: MissingFile): Promise<void> {
  for (const type of ['image', 'product'] as const) {
    const { data: attributes } = await api.call('GET /attributes', { query: { type } })
    for (const { key } of attributes.filter(({ data_type: dataType }) => dataType === 'image')) {
      const body = { type, filter: { [key]: value }, set: { [key]: place } }
      await endedJob(api, (await api.call('POST /bulk-edits', { body })).data)
    }
  }
}
