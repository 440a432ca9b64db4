/** HTTP routes of the water balance. */
import { balancePaths, balanceQuery, fieldBalance, outlookList } from '../../contract/balance.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import type { Balances } from './balance.service.ts'

const { call } = callsOf('balance')

export function balanceRoutes(app: Http, balances: Balances, { signedIn }: Guard): void {
  app.get(
    balancePaths.outlooks,
    call(signedIn, 'Which of my systems needs water next, when, and how sure that is', {
      response: { 200: outlookList, ...refusals(401) },
    }),
    (request) => balances.outlooks(requesterOf(request).id),
  )
  app.get(
    balancePaths.one,
    call(signedIn, 'Water of each cell and layer now, the week ahead, and when a pass must start', {
      querystring: balanceQuery,
      response: { 200: fieldBalance, ...refusals(400, 401, 404) },
    }),
    (request) => balances.balance(requesterOf(request).id, request.query.system),
  )
}
