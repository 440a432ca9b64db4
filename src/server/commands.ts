/** Every command of `headgate`, and how one runs: beside a running server if there is one, with an orderly end on a signal. */
import { constants } from 'node:os'
import type { Kept } from './installation/backup/backup.ts'
import { BackupUnusable } from './installation/backup/backup-file.ts'
import { type Command, readCommandLine, UsageError, usageOf } from './installation/command.ts'
import { systemClock } from './kit/clock.ts'
import { lineOf, readConfig } from './kit/config.ts'
import { openInstallation, openObjects, reachDatabase } from './installation/installation.ts'
import type { Kit } from './installation/kit.ts'
import { createLog } from './kit/log.ts'
import { Problem } from './kit/problem.ts'

/** What a command reads its settings from and writes to; tests run commands in their own process. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  out(line: string): void
  err(line: string): void
}

const OF_PROCESS: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
}

/** Opens the installation unmigrated, for the commands that affect the whole of it; `beside`: a server may be running on it. */
type Reach = (options: { beside: boolean }) => Promise<Kept>
type Load = (reach: Reach) => Promise<Command[]>

const ofProvider: Load = async () => [
  ...(await import('./provider/provider.commands.ts')).providerCommands,
  ...(await import('./provider/acts/acts.commands.ts')).actCommands,
]
const ofPeople: Load = async () => (await import('./provider/people/people.commands.ts')).peopleCommands
const ofBackup: Load = async (reach) =>
  (await import('./installation/backup/backup.commands.ts')).backupCommands(reach)

async function ofReadings(): Promise<Command[]> {
  const { readingCommands } = await import('./readings/import/readings.commands.ts')
  const { fieldsCommand } = await import('./readings/webhooks/device-fields.commands.ts')
  const { createReadings } = await import('./readings/readings.service.ts')
  const { findImportTarget: findSystem } = await import('./maps/inputs/maps.store.ts')
  return [...readingCommands({ readings: createReadings, findSystem }), fieldsCommand({ findSystem })]
}

/** By the first word of their names: compiling is half of the time of a short command, so each loads only its own code. */
const sets: Record<string, Load> = {
  backup: ofBackup,
  restore: ofBackup,
  provider: ofProvider,
  system: ofProvider,
  credential: ofProvider,
  controller: ofProvider,
  simulate: ofProvider,
  account: ofPeople,
  audit: ofPeople,
  alerts: async () => (await import('./alerts/alerts.commands.ts')).alertCommands,
  conform: async () => (await import('./conformance/conform.commands.ts')).conformCommands,
  'soil-zones': async () => (await import('./soil-zones/soil-zones.commands.ts')).soilZoneCommands,
  weather: async () => (await import('./weather/import/weather.commands.ts')).weatherCommands,
  readings: ofReadings,
}

const notReached: Reach = () => Promise.reject(new Error('only a command that runs opens an installation'))

/** The overview of `headgate help`. */
export async function allCommands(): Promise<Command[]> {
  const commands: Command[] = []
  for (const load of new Set(Object.values(sets))) commands.push(...(await load(notReached)))
  return commands
}

export async function commandOf(args: string[], reach = notReached): Promise<Command | undefined> {
  const set = await (Object.hasOwn(sets, args[0] ?? '') ? sets[args[0] ?? '']?.(reach) : undefined)
  return set?.find(({ name }) => name.split(' ').every((word, at) => args[at] === word))
}

function configure(env: NodeJS.ProcessEnv) {
  const config = readConfig(env)
  return { config, log: createLog({ logLevel: env['LOG_LEVEL'] ? config.logLevel : 'warn' }) }
}

type Close = (withinMs?: number) => Promise<void>

/** Opens what a command needs, and closes it, whichever is opened or still opening. */
function createOpener(env: NodeJS.ProcessEnv) {
  const stop = new AbortController()
  const { signal } = stop
  const closers: Promise<Close>[] = []

  function closedBy<T>(opening: Promise<T>, end: (opened: T, withinMs?: number) => Promise<void>) {
    const nothing: Close = async () => undefined
    closers.push(
      opening.then(
        (opened) => (withinMs) => end(opened, withinMs),
        () => nothing,
      ),
    )
    return opening
  }

  async function openKit(): Promise<Kit> {
    const { config, log } = configure(env)
    const { kit } = await closedBy(
      openInstallation(config, log, systemClock, { beside: true, signal }),
      async (installation, withinMs) => {
        await installation.kit.database.close(withinMs)
        await installation.release()
      },
    )
    const { setUpReactions } = await import('./reactions.ts')
    setUpReactions(kit)
    return kit
  }

  const close: Close = async (withinMs) => {
    for (const closer of closers) await (await closer)(withinMs)
  }

  let kit: Promise<Kit> | undefined
  return {
    signal,
    open: () => (kit ??= openKit()),
    async reach({ beside }: { beside: boolean }): Promise<Kept> {
      const { config, log } = configure(env)
      const reaching = reachDatabase(config, log, { beside, signal })
      const { ways } = await closedBy(reaching, ({ release }) => release())
      return { config, log, objects: await openObjects(config, log), databaseUrl: ways.directUrl }
    },
    close,
    /** Stops what is still opening. */
    end(withinMs: number): Promise<void> {
      stop.abort()
      return close(withinMs)
    },
  }
}

/** Commands that begin with the typed word, if there are any; else all. @returns the exit code */
async function showCommands(args: string[], { out, err }: Terminal): Promise<number> {
  const usages = (await allCommands()).map(usageOf)
  const near = usages.filter((usage) => usage.startsWith(`headgate ${args[0]} `))
  const helpWanted = args.length === 0 || args[0] === 'help'
  const list = ['Commands:', ...(near.length > 0 ? near : usages)].join('\n  ')
  if (helpWanted) out(list)
  else err(`There is no command "${args.join(' ')}".\n${list}`)
  return helpWanted ? 0 : 2
}

/** @returns the exit code */
export async function runCommand(args: string[], terminal: Terminal = OF_PROCESS): Promise<number> {
  const { env, out, err } = terminal
  const { signal, open, reach, close, end } = createOpener(env)
  const command = await commandOf(args, reach)
  if (!command) return showCommands(args, terminal)
  const deaf = command.hearsSignals ? () => undefined : endOnSignals(() => end(CLOSE_WITHIN_MS))
  try {
    const input = readCommandLine(command, args.slice(command.name.split(' ').length))
    return await command.run({ ...input, open, print: out, warn: err })
  } catch (error) {
    // an interrupted command has not failed
    if (!signal.aborted) err(explain(error, command))
    return error instanceof UsageError ? 2 : 1
  } finally {
    deaf()
    await close()
  }
}

/** Work in progress is rolled back by the database when its connections are closed. */
const CLOSE_WITHIN_MS = 2000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * The first signal ends the command and a database that it started in order; the second ends the process at once.
 *
 * @returns a function that removes the listeners
 */
function endOnSignals(end: () => Promise<void>): () => void {
  let stopRequested = false
  const listen = (signal: (typeof SIGNALS)[number]) => {
    const code = 128 + constants.signals[signal]
    if (stopRequested) process.exit(code)
    stopRequested = true
    void end().finally(() => process.exit(code))
  }
  for (const signal of SIGNALS) process.on(signal, listen)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listen)
  }
}

function explain(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `${error.message}\nUsage: ${usageOf(command)}`
  // an HTTP answer reveals no more to someone who may not know; the command line may show everything
  if (error instanceof Problem && error.code === 'system_not_found')
    return 'No system has this name: headgate system list shows all of them.'
  if (error instanceof Problem || error instanceof BackupUnusable) return error.message
  return lineOf(error)
}
