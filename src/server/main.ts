/** Starts the product: `npm start`; with `--demo` the demonstration farm as well. */
import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { systemClock } from './kit/clock.ts'
import { ConfigError, readConfig } from './kit/config.ts'
import { DataFolderHeld } from './kit/data-folder-lock.ts'
import { openInstallation } from './kit/installation.ts'
import { createLog, type Log } from './kit/log.ts'

const NODE_MAJOR = 24
const STOP_WITHIN_MS = 10_000

async function start(): Promise<void> {
  const demo = process.argv.includes('--demo')
  const config = readConfig(
    demo ? { DATA_DIR: './data-demo', LOG_LEVEL: 'warn', ...process.env } : process.env,
  )
  const log = createLog(config)
  const installation = await openInstallation(config, log, systemClock)
  const app = await createApp(installation.kit, { demo }).catch(async (error: unknown) => {
    await installation.release()
    throw error
  })
  const stop = async () => {
    await app.stop()
    await installation.release()
  }
  stopWithGrace(log, stop)
  const address = await app.start().catch(async (error: unknown) => {
    // nothing of a failed start stays behind, the embedded database least of all
    await stop()
    throw error
  })
  process.stdout.write([`${config.brand.product} is ready at ${address}`, ...app.welcome(), ''].join('\n'))
}

function stopWithGrace(log: Log, stop: () => Promise<void>): void {
  closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal }, 'stopping')
    await stop()
  })
}

/** What a person can mend is said in one line; anything else keeps its trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderHeld) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `PORT: another program already listens there (${error.message}); set PORT to another number, or 0`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const major = Number(process.versions.node.split('.')[0])
if (major < NODE_MAJOR) {
  process.stderr.write(
    `Node ${NODE_MAJOR} or newer is needed, this is ${process.version}: start it with npm start\n`,
  )
  process.exit(1)
}
start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
