/** Real-time priority of the processes of a bench, so that other work on the machine waits for them, not they for it. */
import { spawnSync } from 'node:child_process'
import { print } from './measure.ts'

/** Of a bench, and of every process that it starts. */
export const MEASURED = 1
/** Of a process that takes the times: it must not wait for those that it measures. */
export const MEASURING = 2

/** Runs first whenever it can run, before all processes of a lower level; inherited by processes that it starts. */
export function raisePriority(level: number): void {
  const { status } = spawnSync('chrt', ['--all-tasks', '--rr', '--pid', String(level), String(process.pid)])
  if (status !== 0) print('Without priority over other processes: that needs Linux and root')
}
