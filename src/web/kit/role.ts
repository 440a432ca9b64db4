/** Whether the signed-in account is a provider; stored on this device until log-out. */
import { createStore } from 'zustand/vanilla'
import { session } from './session.ts'
import { browserStorage } from './storage.ts'

const KEY = 'role'
const storage = browserStorage()

export const role = createStore<{ provider: boolean }>(() => ({ provider: storage.getItem(KEY) !== null }))

export function storeRole(provider: boolean): void {
  if (provider) storage.setItem(KEY, 'provider')
  else storage.removeItem(KEY)
  if (role.getState().provider !== provider) role.setState({ provider })
}

session.subscribe(({ access, ended }) => {
  // while the password dialog is open, the page stays as it is
  if (access === null && ended === null) storeRole(false)
})
