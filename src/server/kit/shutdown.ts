/** The end of the process, in order: at a signal, at an error that nobody caught, or when it is asked for. */
import type { Log } from './log.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/** What remains of ten seconds, after which many a service manager kills, is for the release. */
const DRAIN_WITHIN_MS = 9000

interface Steps {
  /** Running work is done, new work refused. */
  drain(): Promise<void>
  /** What would outlive the process is ended, whether or not the drain was. */
  release(): Promise<void>
  drainWithinMs?: number
}

export interface Shutdown {
  readonly begun: boolean
  /** Begins it, unless it has begun; never resolves, since the process ends. */
  begin(exitCode: number): Promise<never>
}

/** Listens for signals and uncaught errors from here on. */
export function prepareShutdown(
  log: Log,
  { drain, release, drainWithinMs = DRAIN_WITHIN_MS }: Steps,
): Shutdown {
  let exitCode = 0
  let ending: Promise<never> | undefined
  let leaving: Promise<never> | undefined
  let repeated = false

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
    return (ending ??= end())
  }

  for (const signal of SIGNALS)
    process.on(signal, () => {
      // npm sends on what its child has had from the terminal already
      if (!repeated) log.info({ signal }, ending ? 'stopping already' : 'stopping')
      repeated = ending !== undefined
      void begin(0)
    })
  // rejections that nobody handles come here as well
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an error')
    void begin(1)
  })
  return {
    get begun() {
      return ending !== undefined
    },
    begin,
  }
}
