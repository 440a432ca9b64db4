/** Real-time priority of the processes of a bench, so that other work on the machine waits for them, not they for it. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
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

/** Runs when nothing of the bench wants the processor: for customers whose times are not taken, as theirs are other machines. */
export function leavePriority(): void {
  spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(process.pid)])
}

const TURN_FILE = '/proc/sys/kernel/sched_rr_timeslice_ms'
const TURN_MS = 4

/**
 * Processes of the same level take turns. By default one with much to do, such as a vacuum of the database or a thread that
 * collects garbage, keeps the processor for 100 ms, and a server that is due waits as long; without priority a turn is a few
 * milliseconds, so here too. It is a setting of the whole machine, for all processes with such a priority.
 *
 * @returns restores the former length
 */
export function shortenTurns(): () => void {
  try {
    const former = readFileSync(TURN_FILE, 'utf8')
    writeFileSync(TURN_FILE, String(TURN_MS))
    return () => writeFileSync(TURN_FILE, former)
  } catch {
    print('Turns of processes with priority are not shortened: that needs Linux and root')
    return () => undefined
  }
}
