import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * TanStack's client, but a first answer that becomes stale while it loads is refetched when it arrives.
 * TanStack would take it for fresh.
 */
export class FreshQueryClient extends QueryClient {
  /** Queries to be refetched; one that becomes stale several times is refetched once. */
  readonly #renewals = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const arriving = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    const renewals = arriving
      .filter(({ state }) => state.data === undefined && filters?.refetchType === undefined)
      .map((query) => this.#renew(query))
    await Promise.all([super.invalidateQueries(filters, options), ...renewals])
  }

  #renew(query: Query): Promise<void> {
    const known = this.#renewals.get(query)
    if (known) return known
    const ask = (): Promise<void> => {
      this.#renewals.delete(query)
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    const renewal = (query.promise ?? Promise.resolve()).then(ask, ask)
    this.#renewals.set(query, renewal)
    return renewal
  }
}
