/** Shutdown of the process in order: at a signal, at an uncaught error, or on request. */
import type { Log } from './log.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/** The rest of ten seconds, after which many service managers kill, is for the release. */
const DRAIN_WITHIN_MS = 9000

interface Steps {
  /** Finishes running work and refuses new work. */
  drain(): Promise<void>
  /** Ends what would outlive the process, even if the drain failed. */
  release(): Promise<void>
  drainWithinMs?: number
}

export interface Shutdown {
  /** Aborted once the shutdown has begun. */
  readonly signal: AbortSignal
  /** Starts the shutdown, unless it has started; never resolves, since the process exits. */
  begin(exitCode: number): Promise<never>
}

/** Handles signals and uncaught errors from here on. */
export function prepareShutdown(
  log: Log,
  { drain, release, drainWithinMs = DRAIN_WITHIN_MS }: Steps,
): Shutdown {
  let exitCode = 0
  let ending: Promise<never> | undefined
  let leaving: Promise<never> | undefined
  let repeated = false
  const begun = new AbortController()

  async function attempt(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => {
      log.error({ err: error }, 'the stop is not clean')
      exitCode = 1
    })
  }

  const leave = () => (leaving ??= attempt(release).then(() => process.exit(exitCode)))

  async function end(): Promise<never> {
    const late = setTimeout(() => {
      log.error({ drainWithinMs }, 'not everything was done in time')
      exitCode = 1
      void leave()
    }, drainWithinMs)
    await attempt(drain)
    clearTimeout(late)
    return leave()
  }

  const begin = (code: number) => {
    exitCode ||= code
    begun.abort()
    return (ending ??= end())
  }

  for (const signal of SIGNALS)
    process.on(signal, () => {
      // npm forwards a signal that the child has already received from the terminal
      if (!repeated) log.info({ signal }, ending ? 'stopping already' : 'stopping')
      repeated = ending !== undefined
      void begin(0)
    })
  // unhandled rejections arrive here as well
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an error')
    void begin(1)
  })
  return { signal: begun.signal, begin }
}
