/** Records which row of docs/reliability.md a test proves. */
import { onTestFinished } from 'vitest'
import { note } from '../../../scripts/reliability.ts'

/**
 * Records that the running test proves this row, with its number of inputs; its result is recorded too.
 *
 * @param seed of the generated inputs
 */
export function provesRow(row: string, tried: number, seed?: number): void {
  onTestFinished(({ task: { result } }) => {
    const outcome = result?.state === 'fail' || result?.state === 'skip' ? result.state : 'pass'
    note({ row, tried, seed, outcome })
  })
}
