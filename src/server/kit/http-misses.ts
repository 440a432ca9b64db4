/** Requests without a route: 405 with the allowed methods, 404 as JSON under the API, the page or 404 elsewhere. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_ROOTS } from '../../contract/site.ts'
import type { Http } from './http.ts'
import { Problem } from './problem.ts'

type PageAnswer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers GETs outside the API that have no route; set by the part that serves the pages. */
    answerPage: PageAnswer | null
  }
}

interface KnownRoute {
  url: string
  method: string
  /** Made when the first request misses: most servers see none. */
  pattern?: RegExp
}

/** A route's path as a pattern; only `:name` and `*` are used in this product. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(
    `^${escaped
      .replaceAll(/:[A-Za-z_]+/g, '[^/]+')
      .replaceAll('*', '.*')
      .replace(/\/$/, '')}/?$`,
  )
}

export function handleNotFound(app: Http): void {
  const routes: KnownRoute[] = []
  app.decorate('answerPage', null)
  app.addHook('onRoute', ({ url, method }) => {
    for (const verb of [method].flat()) routes.push({ url, method: verb })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const matching = routes.filter((route) => (route.pattern ??= patternOf(route.url)).test(path))
    const allowed = new Set(matching.map(({ method }) => method))
    const api = API_ROOTS.some((root) => path === root || path.startsWith(`${root}/`))
    if (api && allowed.size > 0 && !allowed.has(request.method)) {
      reply.header('allow', [...allowed, 'OPTIONS'].filter((method) => method !== 'HEAD').join(', '))
      throw new Problem('method_not_allowed', methodRefused(path, request.method))
    }
    const readable = request.method === 'GET' || request.method === 'HEAD'
    if (!api && readable && app.answerPage) return app.answerPage(request, reply)
    throw new Problem('not_found')
  })
}

function methodRefused(path: string, method: string): { body?: Record<string, unknown> } {
  return path.startsWith('/auth/') ? { body: { detail: `Method "${method}" not allowed.` } } : {}
}
