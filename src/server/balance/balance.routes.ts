/** Calls of the water balance. */
import { balancePaths, outlookList } from '../../contract/balance.ts'
import { problemBody } from '../../contract/errors.ts'
import { type Guard, whoAsks } from '../accounts/sessions/guard.ts'
import type { Http } from '../kit/http.ts'
import type { Balances } from './balance.service.ts'

const described = { tags: ['balance'], security: [{ jwt: [] }] }

export function balanceRoutes(app: Http, balances: Balances, { signedIn }: Guard): void {
  app.get(
    balancePaths.outlooks,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Which of my systems needs water next, when, and how sure that is',
        response: { 200: outlookList, 401: problemBody },
      },
    },
    (request) => balances.outlooks(whoAsks(request).id),
  )
}
