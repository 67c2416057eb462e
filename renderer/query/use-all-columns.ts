import { useQueries } from '@tanstack/react-query'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import type { Api } from '../api/client.ts'
import { toColumns, type GridColumn } from './columns.ts'

/** The columns of every type, for pages that show entities of all of them; empty until the schema has arrived. */
export function useAllColumns(api: Api): Readonly<Record<EntityType, readonly GridColumn[]>> {
  return useQueries({
    queries: entityTypes.map((type) => attributesQuery(api, type)),
    combine: combineColumns,
  })
}

function combineColumns(results: readonly { readonly data: Parameters<typeof toColumns>[0] | undefined }[]) {
  const columns = results.map(({ data }) => (data ? toColumns(data) : []))
  return Object.fromEntries(entityTypes.map((type, index) => [type, columns[index] ?? []])) as Record<
    EntityType,
    GridColumn[]
  >
}
