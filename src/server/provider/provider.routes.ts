/** Calls of the provider role. */
import { problemBody } from '../../contract/problem-body.ts'
import { providerPaths, providerStop, providerStopChange } from '../../contract/provider.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { changeProviderStop, mustProvide, providerStopOf } from './provider-stop.service.ts'

const described = { tags: ['provider'], security: [{ jwt: [] }] }
const refused = { 401: problemBody, 403: problemBody }

export function providerRoutes(app: Http, kit: Kit, { signedIn }: Guard): void {
  app.get(
    providerPaths.stop,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Whether new settings are stopped for all systems',
        response: { 200: providerStop, ...refused },
      },
    },
    async (request) => {
      mustProvide(whoAsks(request))
      return providerStopOf(kit)
    },
  )

  app.put(
    providerPaths.stop,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Stop new settings for all systems, or allow them again; what runs keeps running',
        body: providerStopChange,
        response: { 200: providerStop, 400: problemBody, ...refused, 429: problemBody },
      },
    },
    (request) => changeProviderStop(kit, whoAsks(request), request.body.stopped),
  )
}
