/** How the signed-in user likes to see the product: the calls. */
import { accountPaths, preferences } from '../../contract/accounts.ts'
import type { Preferences, PreferencesPatch } from '../../contract/accounts.ts'
import { client } from '../kit/client.ts'

export function readPreferences(): Promise<Preferences> {
  return client.get(accountPaths.preferences, preferences)
}

export function changePreferences(changed: PreferencesPatch): Promise<Preferences> {
  return client.call('PATCH', accountPaths.preferences, preferences, { body: changed })
}
