/** Structured log lines with the request or job they belong to; secrets of requests are redacted. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** The current request or job, added to every line logged within it. */
export const atWork = new AsyncLocalStorage<{ requestId: string } | { job: string; jobId: number }>()

/** The log of the process: JSON lines on standard error, so that standard output stays for people. */
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

/** Lines are dropped once the output is closed; otherwise writes to a closed terminal are retried for ever and block the process. */
function standardError(): DestinationStream {
  const out = pino.destination(2)
  out.on('error', () => {
    out.write = () => true
    out.flushSync = () => undefined
  })
  return out
}

/** The useful fields of an error; database errors would include their whole connection. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  return { name, message, ...code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}
