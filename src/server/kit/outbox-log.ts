/** Joins the job queue's log to ours. */
import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

/** Routine lines of the queue become debug lines; its warnings and errors keep their level. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'outbox' }, message)
    else if (level === 'warning') log.warn({ part: 'outbox' }, message)
    else log.debug({ part: 'outbox' }, message)
  })
}
