import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type SimilarityMethod, similarityMethods, hasSpellings } from '#shared/similar-values.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { similarValuesQuery } from '../api/similar-values-queries.ts'
import { type QualityLocation, readQualityLocation } from '../query/page-filters.ts'
import { usePageParams } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'

export function useSimilarValuesLocation() {
  const [quality, change] = usePageParams(readQualityLocation)
  const type: EntityType = quality.type ?? 'product'
  const method: SimilarityMethod =
    similarityMethods.find((known) => known === quality.method) ?? 'fingerprint'
  const narrow = (part: QualityLocation) =>
    change({
      tab: 'clusters',
      type,
      method,
      ...(quality.attribute && { attribute: quality.attribute }),
      ...part,
    })
  return { type, method, attribute: quality.attribute, change: narrow }
}

/** The attributes that can be compared, undefined until loaded, and the chosen one. */
export function useComparedAttributes() {
  const { api } = useWorkspace()
  const { type, attribute: key } = useSimilarValuesLocation()
  const { data, error } = useQuery(attributesQuery(api, type))
  const attributes = data?.filter(({ data_type: dataType }) => hasSpellings(dataTypeTraits[dataType]))
  const chosen = attributes?.find((attribute) => attribute.key === key)
  return { attributes, chosen, error }
}

export function useSimilarValues(attribute: string) {
  const { api } = useWorkspace()
  const { type, method } = useSimilarValuesLocation()
  const query = useInfiniteQuery(similarValuesQuery(api, { type, attribute, method }))
  const { data } = query
  return {
    ...query,
    clusters: rowsOf(data),
    total: data?.pages.at(-1)?.pagination.total ?? 0,
  }
}
