/** The whole server on one database: every feature registered explicitly, in order. */
import { sql } from 'kysely'
import { createAccounts } from './accounts/accounts.ts'
import { healthRoutes } from './kit/health.ts'
import { createHttp } from './kit/http-server.ts'
import type { Http } from './kit/http.ts'
import type { Kit, Part } from './kit/kit.ts'
import { servePages } from './kit/pages.ts'

export interface App {
  http: Http
  /** Starts every part and listens; resolves with the address. */
  start(): Promise<string>
  /** Drains: no new request, running ones answered, then every part stopped. */
  stop(): Promise<void>
}

export async function createApp(kit: Kit): Promise<App> {
  const http = await createHttp(kit.config, kit.log)
  const parts: Part[] = [kit.events, kit.outbox]

  const accounts = createAccounts(kit)
  accounts.routes(http)

  healthRoutes(http, { database: () => sql`select 1`.execute(kit.database.reader) })
  await servePages(http, kit.config.brand)

  return {
    http,
    async start() {
      for (const part of parts) await part.start?.()
      const address = await http.listen({ host: kit.config.host, port: kit.config.port })
      kit.site.url ||= address
      return address
    },
    async stop() {
      await http.close()
      for (const part of parts.toReversed()) await part.stop?.()
      await kit.database.close()
    },
  }
}
