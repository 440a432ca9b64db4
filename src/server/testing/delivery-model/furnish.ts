/** Creates the model's customers and systems through the real provider and sign-in calls. */
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { tokenPair } from '#contract/accounts/accounts.ts'
import { openAccount } from '../../accounts/signup.service.ts'
import { systemClock } from '../../kit/clock.ts'
import { readConfig } from '../../kit/config.ts'
import { openInstallation } from '../../installation/installation.ts'
import { createLog } from '../../kit/log.ts'
import { type Connected, createProvider } from '../../provider/provider.service.ts'
import { PASSWORD } from '../accounts.ts'
import { ask } from './ask.ts'
import type { Owner } from './customers.ts'

const OWNERS = 5
const SYSTEMS_EACH = 5

/** @param variables environment of the servers that will run on the same database */
export async function furnish(
  variables: Record<string, string>,
): Promise<{ owners: Owner[]; connected: Connected[] }> {
  const config = readConfig({ ...variables, LOG_LEVEL: 'silent' })
  const { kit, release } = await openInstallation(config, createLog(config), systemClock)
  try {
    const owners: Owner[] = []
    const connected: Connected[] = []
    for (let n = 0; n < OWNERS; n += 1) {
      const owner: Owner = { email: `model-${n}@farm.example`, headers: {}, systems: [] }
      await openAccount(kit, { name: `Model ${n}`, email: owner.email, password: PASSWORD })
      for (let m = 0; m < SYSTEMS_EACH; m += 1) {
        const name = `Quarter ${n}-${m}`
        const machine = { latitude: 51.06, longitude: -114.15, towerRadiiM: [60, 120, 180], overhangM: 10 }
        const request = { owner: owner.email, name, timeZone: 'America/Edmonton', ...machine }
        connected.push(await createProvider(kit).connect(request))
        owner.systems.push(name)
      }
      owners.push(owner)
    }
    return { owners, connected }
  } finally {
    await kit.database.close()
    await release()
  }
}

export async function logIn(owners: Owner[], url: string): Promise<void> {
  for (const owner of owners) {
    const json = { email: owner.email, password: PASSWORD }
    const reply = await ask(url + accountPaths.create, { json, withinMs: 20_000 })
    owner.headers = { authorization: `JWT ${tokenPair.parse(reply?.body).access}` }
  }
}
