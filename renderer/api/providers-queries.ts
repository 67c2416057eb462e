import { queryOptions, useQuery } from '@tanstack/react-query'
import type { NewProvider, Provider, ProviderPatch, ProviderTest } from '#shared/providers.ts'
import { callApp, callAppIn } from './client.ts'

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

export async function createProvider(body: NewProvider): Promise<Provider> {
  return (await callApp('POST /providers', { body })).data
}

export async function changeProvider(id: string, body: ProviderPatch): Promise<Provider> {
  return (await callApp('PATCH /providers/{id}', { path: { id }, body })).data
}

export async function deleteProvider(id: string): Promise<Provider> {
  return (await callApp('DELETE /providers/{id}', { path: { id } })).data
}

/** Asks the provider what it lists and how its text model keeps to a schema; what that costs is spent in the workspace. */
export async function testProvider(workspaceId: string, id: string): Promise<ProviderTest> {
  return (await callAppIn(workspaceId, 'POST /providers/{id}/test', { path: { id } })).data
}
