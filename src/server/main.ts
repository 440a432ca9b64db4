/** Starts the product: `npm start`; with `--demo` the demonstration farm as well. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import type { App } from './app.ts'
import { systemClock } from './kit/clock.ts'
import { defaultsToReplace, lineOf, readConfig, unknownVariables } from './kit/config.ts'
import type { Installation } from './installation/installation.ts'
import { createLog } from './kit/log.ts'
import { prepareShutdown } from './kit/shutdown.ts'

const NODE_MAJOR = 24

// in a read-only folder, code is compiled at each start
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/headgate'))
/** A message that is kept for a second keeps the 64 KB pool it was allocated from: two thousand machines make garbage by the megabyte. */
const SLAB_BYTES = 8192

async function start(): Promise<void> {
  Buffer.poolSize = SLAB_BYTES
  const demo = process.argv.includes('--demo')
  const config = readConfig(
    demo ? { DATA_DIR: './data-demo', LOG_LEVEL: 'warn', ...process.env } : process.env,
  )
  const log = createLog(config)
  for (const line of [...unknownVariables(process.env), ...defaultsToReplace(process.env)]) log.warn(line)
  let installation: Installation | undefined
  let app: App | undefined
  let starting: Promise<void> | undefined
  const shutdown = prepareShutdown(log, {
    async drain() {
      // a half-started server cannot be stopped in order
      await starting?.catch(() => undefined)
      await app?.stop()
    },
    release: async () => installation?.release(),
  })

  async function open(): Promise<void> {
    // All code is loaded before anything is asked: loading takes seconds on a busy machine, in which no answer would be seen in time.
    const { createApp } = await import('./app.ts')
    const { openInstallation } = await import('./installation/installation.ts')
    if (shutdown.signal.aborted) return
    installation = await openInstallation(config, log, systemClock, { signal: shutdown.signal })
    if (shutdown.signal.aborted) return
    app = await createApp(installation.kit, { demo })
    const address = await app.start()
    if (shutdown.signal.aborted) return
    process.stdout.write([`${config.brand.product} is ready at ${address}`, ...app.welcome(), ''].join('\n'))
    // Windows may end a process without time for it
    flushCompileCache()
  }

  starting = open()
  await starting.catch(async (error: unknown) => {
    // a start interrupted by a signal has not failed
    if (shutdown.signal.aborted) return
    process.stderr.write(`${lineOf(error)}\n`)
    // a failed start leaves nothing behind, in particular not the embedded database
    await shutdown.begin(1)
  })
}

const major = Number(process.versions.node.split('.')[0])
if (major < NODE_MAJOR) {
  process.stderr.write(
    `Node ${NODE_MAJOR} or newer is needed, this is ${process.version}: start it with npm start\n`,
  )
  process.exit(1)
}
start().catch((error: unknown) => {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
})
