/** Records which row of docs/reliability.md a test proves. */
import { onTestFinished } from 'vitest'
import { note } from '../../../scripts/reliability.ts'

/**
 * Notes that the running test shows this row, with so many inputs; how it ends is noted with it.
 *
 * @param seed by which its inputs were drawn
 */
export function provesRow(row: string, tried: number, seed?: number): void {
  onTestFinished(({ task: { result } }) => {
    const outcome = result?.state === 'fail' || result?.state === 'skip' ? result.state : 'pass'
    note({ row, tried, seed, outcome })
  })
}
