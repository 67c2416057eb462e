import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import type { FoundCells } from '#shared/schemas/grid.ts'
import type { GridQuery } from './grid-query.ts'
import { callApp } from '../api/app-client.ts'
import { answerOf, type Api } from '../api/client.ts'
import { toListParams } from './list-params.ts'
import type { operations } from '../api/public-api.generated.ts'

/** The body of a bulk edit. */
export type BulkEditBody = operations['startBulkEdit']['requestBody']['content']['application/json']

/** What to find in the cells of a list, and where. */
export interface FindRequest {
  readonly type: EntityType
  readonly query: GridQuery
  readonly text: string
  readonly columns: readonly string[]
  readonly isWhole: boolean
  readonly isCaseKept: boolean
  /** Only stored texts that can be written; they come along. */
  readonly isReplacing: boolean
  /** First and last position; undefined for all rows. */
  readonly rows?: readonly [number, number] | undefined
}

/** Where a text occurs in the cells of a list. */
export function findQuery({ workspaceId }: Api, request: FindRequest) {
  return queryOptions({
    queryKey: ['find', workspaceId, request] as const,
    queryFn: async ({ signal }) => {
      const { type, text, columns, isWhole, isCaseKept, isReplacing, rows, query } = request
      const params = new URLSearchParams([
        ...toListParams(query),
        ['type', type],
        ['text', text],
        ['columns', columns.join(',')],
        ['whole_cell', String(isWhole)],
        ['match_case', String(isCaseKept)],
        ['replacing', String(isReplacing)],
        ...(rows ? [['first_row', String(rows[0])] as const, ['last_row', String(rows[1])] as const] : []),
      ] as [string, string][])
      const path = `/grid/find?${params.toString()}`
      return (await callApp<{ data: FoundCells }>('GET', path, { signal }, workspaceId)).data
    },
    staleTime: 0,
    gcTime: 10_000,
  })
}

export interface TextEdit {
  readonly id: string
  readonly attributes: Record<string, string>
  /** What the attributes must still hold. */
  readonly if: Record<string, string>
}

/** Writes texts that still are what was seen; answers the edit's id and how many values were written. */
export async function writeTexts(api: Api, type: EntityType, edits: readonly TextEdit[]) {
  const body = { type, edits: edits.map((edit) => ({ ...edit })) }
  const { data, edit_id: editId } = await answerOf(api.client.POST('/edits', { body }))
  const written = data.flatMap(({ status }, index) =>
    status === 'applied' ? Object.keys(edits[index]?.attributes ?? {}) : [],
  ).length
  const refusal = data.find((outcome) => outcome.status === 'refused')
  return { editId, written, refusal: refusal?.status === 'refused' ? refusal.error.message : undefined }
}

/** Queues a bulk edit; answers its job. */
export async function startBulkEdit(api: Api, body: BulkEditBody): Promise<Job> {
  return (await answerOf(api.client.POST('/bulk-edits', { body }))).data
}
