/** The query client: an invalidation during a query's first fetch leads to a refetch after it. */
import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'
import { isTransient } from './call-error.ts'

/**
 * Of queries that live events keep current: events are missed while no page shows them, and each one makes the rest look
 * new. They are fetched again when a page shows them; when the window does, the stream has missed nothing or opens again.
 */
export const KEPT_BY_EVENTS = { staleTime: 0, refetchOnWindowFocus: false } as const

export class AppQueryClient extends QueryClient {
  readonly #refetching = new Set<Query>()

  constructor() {
    super({
      defaultOptions: {
        queries: {
          // Without a network a query must fail and offer a retry, not wait forever.
          networkMode: 'always',
          staleTime: 30_000,
          retry: (count, error) => count < 1 && isTransient(error),
        },
        mutations: { networkMode: 'always', retry: false },
      },
    })
  }

  /**
   * The library ignores an invalidation while the first fetch is running, so weather that arrived while its page was loading would show ten minutes late. The fetch is not cancelled, because a steady stream of events would keep a slow page empty.
   */
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const first = filters?.refetchType === 'none' ? [] : this.#initialFetches(filters)
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...first.map((query) => this.#refetchAfter(query)),
    ])
  }

  #initialFetches(filters: InvalidateQueryFilters | undefined): Query[] {
    return this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && query.isActive() && !this.#refetching.has(query))
  }

  async #refetchAfter(query: Query): Promise<void> {
    this.#refetching.add(query)
    // the fetch that is running
    await query.fetch().catch(() => undefined)
    this.#refetching.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}
