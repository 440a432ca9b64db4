/** Making a user a provider, who connects systems and supports customers. */
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { grantProvider } from './accounts.store.ts'

/** @throws Problem account_unknown */
export async function grantProviderRole({ database }: Pick<Kit, 'database'>, email: string): Promise<void> {
  const granted = await database.write((tx) => grantProvider(tx, email))
  if (!granted) throw new Problem('account_unknown')
}
