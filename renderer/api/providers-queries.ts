import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Provider } from '#shared/providers.ts'
import { callApp } from './client.ts'

export const providersKey = ['providers'] as const

/** The providers of models, which serve every workspace, oldest first. */
export const providersQuery = queryOptions({
  queryKey: providersKey,
  queryFn: async ({ signal }) => (await callApp('GET /providers', { signal })).data,
})

interface KnownProviders {
  /** Undefined until they are known. */
  readonly providers: readonly Provider[] | undefined
  /** The one that is asked where nobody names another. */
  readonly defaultProvider: Provider | undefined
  /** Known to be without one: then `NoProvider` says what to add. */
  readonly hasNone: boolean
}

/** Which providers there are, for all that asks a model. */
export function useProviders(): KnownProviders {
  const { data: providers } = useQuery(providersQuery)
  return {
    providers,
    defaultProvider: providers?.find(({ is_default: isDefault }) => isDefault),
    hasNone: providers?.length === 0,
  }
}
