/** The provider's hand: `npm run -s headgate -- COMMAND`. */
import { alertCommands } from './alerts/alerts.commands.ts'
import { type Command, readCommandLine, UsageError, usageOf } from './installation/command.ts'
import { systemClock } from './kit/clock.ts'
import { ConfigError, readConfig } from './kit/config.ts'
import { type Installation, openInstallation } from './installation/installation.ts'
import type { Kit } from './installation/kit.ts'
import { createLog } from './kit/log.ts'
import { Problem } from './kit/problem.ts'
import { findImportTarget } from './maps/inputs/maps.store.ts'
import { providerCommands } from './provider/provider.commands.ts'
import { readingCommands } from './readings/import/readings.commands.ts'
import { setUpReactions } from './reactions.ts'
import { soilZoneCommands } from './soil-zones/soil-zones.commands.ts'
import { weatherCommands } from './weather/import/weather.commands.ts'
import { createReadings } from './readings/readings.service.ts'

const commands: Command[] = [
  ...providerCommands,
  ...alertCommands,
  ...soilZoneCommands,
  ...weatherCommands,
  ...readingCommands({ readings: createReadings, findSystem: findImportTarget }),
]

async function main(args: string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word))
  if (!command) {
    process.stderr.write(`${['Commands:', ...commands.map(usageOf)].join('\n  ')}\n`)
    return args.length === 0 || args[0] === 'help' ? 0 : 2
  }
  let installation: Installation | undefined
  const open = async (): Promise<Kit> => {
    const config = readConfig(process.env)
    const log = createLog({ logLevel: process.env['LOG_LEVEL'] ? config.logLevel : 'warn' })
    if (!installation) {
      installation = await openInstallation(config, log, systemClock, { beside: true })
      setUpReactions(installation.kit)
    }
    return installation.kit
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  try {
    const input = readCommandLine(command, args.slice(command.name.split(' ').length))
    return await command.run({ ...input, open, print })
  } catch (error) {
    process.stderr.write(`${explain(error, command)}\n`)
    return error instanceof UsageError ? 2 : 1
  } finally {
    await installation?.kit.database.close()
    await installation?.release()
  }
}

function explain(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `${error.message}\nUsage: ${usageOf(command)}`
  if (error instanceof Problem || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

process.exitCode = await main(process.argv.slice(2))
