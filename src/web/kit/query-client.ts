/** The server's answers as pages keep them: what has changed since is asked for again, even while the first is on its way. */
import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'
import { isPassing } from './call-error.ts'

export class AppQueryClient extends QueryClient {
  readonly #again = new Set<Query>()

  constructor() {
    super({
      defaultOptions: {
        queries: {
          // Without a network a query must fail and offer a retry, not wait forever.
          networkMode: 'always',
          staleTime: 30_000,
          retry: (count, error) => count < 1 && isPassing(error),
        },
        mutations: { networkMode: 'always', retry: false },
      },
    })
  }

  /**
   * The library ignores an invalidation while the first fetch is running, so weather that arrived while its page was loading would show ten minutes late. The fetch is not cancelled, because a steady stream of events would keep a slow page empty.
   */
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const first = filters?.refetchType === 'none' ? [] : this.#firstOnTheirWay(filters)
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...first.map((query) => this.#askAgain(query)),
    ])
  }

  #firstOnTheirWay(filters: InvalidateQueryFilters | undefined): Query[] {
    return this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && query.isActive() && !this.#again.has(query))
  }

  async #askAgain(query: Query): Promise<void> {
    this.#again.add(query)
    // the one that is running
    await query.fetch().catch(() => undefined)
    this.#again.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}
