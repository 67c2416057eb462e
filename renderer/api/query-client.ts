import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * TanStack's client, but for first answers that are on their way when they go out of date: they may be older than what has changed,
 * and are asked for again once they are there. TanStack takes them for fresh ones.
 */
export class FreshQueryClient extends QueryClient {
  /** Queries that are going to be asked again; one that goes out of date several times is asked once more. */
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
