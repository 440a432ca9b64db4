/** Who may use the calls of the provider. */
import type { Asker } from '../accounts/guard.ts'
import { Problem } from '../kit/problem.ts'

/** @throws Problem('forbidden') */
export function mustProvide({ provider }: Asker): void {
  if (!provider) throw new Problem('forbidden')
}
