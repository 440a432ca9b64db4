/** Structured log lines, each with the request or the job that it belongs to; secrets that could ride on a request are cut out. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** What is being worked on: whatever is logged on the way says so, however deep it happens. */
export const atWork = new AsyncLocalStorage<{ requestId: string } | { job: string; jobId: number }>()

/** Log of the process: JSON lines on standard error, so that standard output stays for people. */
export function createLog({ logLevel }: { logLevel: string }, to: DestinationStream = standardError()): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      mixin: () => atWork.getStore() ?? {},
      serializers: { err: describeError },
      redact: [
        'req.headers.authorization',
        'req.headers.cookie',
        'password',
        'secret',
        '*.password',
        '*.secret',
      ],
    },
    to,
  )
}

/** Lines are dropped once nobody can take them; else those of a closed terminal are tried again for ever, and nothing else is done. */
function standardError(): DestinationStream {
  const out = pino.destination(2)
  out.on('error', () => {
    out.write = () => true
    out.flushSync = () => undefined
  })
  return out
}

/** What a reader of the log needs of an error; database errors carry their whole connection otherwise. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  return { name, message, ...code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}
