/** The server's answers as pages keep them: what has changed since is asked for again, even while the first is on its way. */
import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'
import { isPassing } from './call-error.ts'

export class Answers extends QueryClient {
  readonly #again = new Set<Query>()

  constructor() {
    super({
      defaultOptions: {
        queries: {
          // An absent network must become a failure with a way on, not an endless wait.
          networkMode: 'always',
          staleTime: 30_000,
          retry: (count, error) => count < 1 && isPassing(error),
        },
        mutations: { networkMode: 'always', retry: false },
      },
    })
  }

  /**
   * The library takes the first answer for the newest, whatever has happened since it was asked for: weather that came while
   * its page was loading stood there only ten minutes later. Cancelled it is not, or a steady stream would leave a slow
   * page empty.
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
    // the one that is on its way
    await query.fetch().catch(() => undefined)
    this.#again.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}
