import { queryOptions } from '@tanstack/react-query'
import type { BulkEdit, BulkSample } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import type { GridQuery } from './grid-query.ts'
import { callWorkspace, type Api } from '../api/client.ts'
import { toListParams } from './list-params.ts'

export interface FindRequest {
  readonly type: EntityType
  readonly query: GridQuery
  readonly text: string
  readonly columns: readonly string[]
  readonly isWhole: boolean
  readonly matchesCase: boolean
  /** Finds only stored texts that can be written, and returns them too. */
  readonly isReplacing: boolean
  /** First and last position, without the latter up to the end; undefined for all rows. */
  readonly rows?: readonly [first: number, last?: number] | undefined
}

export function findQuery({ workspaceId }: Api, request: FindRequest) {
  return queryOptions({
    queryKey: ['find', workspaceId, request] as const,
    queryFn: async ({ signal }) => {
      const { type, text, columns, isWhole, matchesCase, isReplacing, rows, query } = request
      const parameters = {
        type,
        text,
        columns,
        whole_cell: isWhole,
        match_case: matchesCase,
        replacing: isReplacing,
        ...(rows && { first_row: rows[0], ...(rows[1] !== undefined && { last_row: rows[1] }) }),
      }
      const input = { query: parameters, params: toListParams(query), signal }
      return (await callWorkspace(workspaceId, 'GET /grid/find', input)).data
    },
    staleTime: 0,
    gcTime: 10_000,
  })
}

export interface TextEdit {
  readonly id: string
  readonly attributes: Record<string, string>
  readonly if: Record<string, string>
}

/** Writes texts that are unchanged since; returns the edit's id and the number of values. */
export async function writeTexts(api: Api, type: EntityType, edits: readonly TextEdit[]) {
  const body = { type, edits: edits.map((edit) => ({ ...edit })) }
  const { data, edit_id: editId } = await api.call('POST /edits', { body })
  const written = data.flatMap(({ status }, index) =>
    status === 'applied' ? Object.keys(edits[index]?.attributes ?? {}) : [],
  ).length
  const refusal = data.find((outcome) => outcome.status === 'refused')
  return { editId, written, refusal: refusal?.status === 'refused' ? refusal.error.message : undefined }
}

export async function startBulkEdit(api: Api, body: BulkEdit): Promise<Job> {
  return (await api.call('POST /bulk-edits', { body })).data
}

export async function sampleBulkEdit(
  { workspaceId }: Api,
  body: BulkEdit,
  signal: AbortSignal,
): Promise<BulkSample> {
  return (await callWorkspace(workspaceId, 'POST /bulk-edit-sample', { body, signal })).data
}
