/** How a user likes to see the product: unit and theme. */
import { accountPaths, preferences, preferencesPatch } from '../../contract/accounts.ts'
import { problemBody } from '../../contract/problem-body.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { changePreferences, preferencesOf } from './accounts.store.ts'
import { type Guard, whoAsks } from './guard.ts'

export function preferencesRoutes(app: Http, { database }: Kit, { signedIn }: Guard): void {
  const described = { tags: ['preferences'], security: [{ jwt: [] }] }
  app.get(
    accountPaths.preferences,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Preferences of the signed-in user',
        response: { 200: preferences, 401: problemBody },
      },
    },
    async (request) => {
      const { id } = whoAsks(request)
      return database.asCustomer(id, (tx) => preferencesOf(tx, id))
    },
  )
  app.patch(
    accountPaths.preferences,
    {
      onRequest: signedIn,
      schema: {
        ...described,
        summary: 'Change unit or theme',
        body: preferencesPatch,
        response: { 200: preferences, 400: problemBody, 401: problemBody },
      },
    },
    async (request) => {
      const { id } = whoAsks(request)
      return database.asCustomer(id, async (tx) => {
        await changePreferences(tx, id, request.body)
        return preferencesOf(tx, id)
      })
    },
  )
}
