/** Commands about accounts. */
import type { Command } from '../installation/command.ts'
import { grantProviderRole } from './provider-role.rules.ts'

const providerGrant: Command = {
  name: 'provider grant',
  words: ['EMAIL'],
  options: {},
  async run({ positionals: [email = ''], open, print }) {
    await grantProviderRole(await open(), email)
    print(`${email} has the provider role`)
    return 0
  },
}

export const accountCommands: Command[] = [providerGrant]
