import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ConvertProducts, NewVariants, VariantsRequest } from '#shared/variants.ts'
import type { Api } from './client.ts'
import { detailKey } from './detail-queries.ts'

export function axesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'axes'] as const,
    queryFn: async ({ signal }) => (await api.call('GET /products/{id}/axes', { path: { id }, signal })).data,
  })
}

/** The plan of a request; the one of the request before it stays until the answer is there. */
export function variantPlanQuery(api: Api, id: string, request: VariantsRequest) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'variant-plan', request] as const,
    queryFn: async ({ signal }) => {
      const body = { ...request, axes: request.axes.map((axis) => ({ ...axis, values: [...axis.values] })) }
      return (await api.call('POST /products/{id}/variants/plan', { path: { id }, body, signal })).data
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export async function convertProducts(api: Api, { ids, ...body }: ConvertProducts) {
  return (await api.call('POST /products/convert', { body: { ...body, ids: [...ids] } })).data
}

export async function createVariants(api: Api, id: string, body: NewVariants) {
  return (await api.call('POST /products/{id}/variants', { path: { id }, body })).data
}
