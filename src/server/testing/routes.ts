/** The route table of a running server, from its API reference and its router. */
import { z } from 'zod'
import type { Built } from './build.ts'

export interface Route {
  method: string
  /** With every parameter filled in. */
  path: string
  /** Whether it needs a credential, according to the reference. */
  secured: boolean
}

const reference = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ security: z.array(z.unknown()).optional() })),
  ),
})

export async function documentedRoutes({ call }: Built): Promise<Route[]> {
  const { paths } = reference.parse((await call('/api/openapi.json')).body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll('{*}', 'user_1/x/x.png').replaceAll(/\{\w+\}/g, '1'),
      secured: security !== undefined,
    })),
  )
}

/** `METHOD /path` of every route of the router, parameters as `1`, without a trailing slash. */
export function routedCalls({ app }: Built): string[] {
  const calls: string[] = []
  const above: string[] = []
  for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    above.splice(depth, Infinity, part)
    const path = above.join('').replaceAll(/:\w+/g, '1')
    for (const method of methods.split(', ').filter(Boolean)) calls.push(`${method} ${path}`)
  }
  return calls
}
