/** Moisture pictures, served to the members of their system only; everything else under `/plots` is missing. */
import { z } from 'zod'
import { problemBody } from '../../contract/problem-body.ts'
import { type Guard, whoAsks } from '../accounts/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { systemsOf } from '../systems/membership.ts'
import type { Maps } from './maps.ts'

const LIVE_MAP = /^\/plots\/user_(\d{1,10})\/([^/]+)\/([^/]+)\.png\/?$/

export function mapRoutes(app: Http, kit: Kit, maps: Maps, { signedInForRead }: Guard): void {
  app.get(
    '/plots/*',
    {
      onRequest: [
        async (_, reply) => void reply.header('cache-control', 'private, no-store'),
        signedInForRead,
      ],
      schema: {
        tags: ['maps'],
        security: [{ jwt: [] }],
        summary: 'Live moisture picture, /plots/user_{id}/{system}/{system}.png, with my own id',
        produces: ['image/png'],
        response: { 200: z.any(), 401: problemBody, 403: problemBody, 404: problemBody },
      },
    },
    async (request, reply) => {
      const { id } = whoAsks(request)
      const named = liveMapOf(request.url)
      if (named?.userId !== String(id)) throw new Problem('not_found')
      const systems = await kit.database.asCustomer(id, (tx) => systemsOf(tx, id))
      const system = systems.find(({ name }) => name === named.system)
      const png = system && (await maps.picture(system.controllerId))
      if (!png) throw new Problem('not_found')
      return reply.type('image/png').send(png)
    },
  )
}

/** The user and system that an address names; the name is only ever compared, never used as a path. */
function liveMapOf(url: string): { userId: string; system: string } | null {
  const [, userId, folder, file] = LIVE_MAP.exec(url.split(/[?#]/, 1)[0] ?? '') ?? []
  if (userId === undefined || folder === undefined || folder !== file) return null
  try {
    return { userId, system: decodeURIComponent(folder) }
  } catch {
    return null
  }
}
