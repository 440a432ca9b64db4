/** The command `readings import` on an empty database, for tests: its files, its output, and what it stored. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { systemClock } from '../kit/clock.ts'
import { readCommandLine } from '../installation/command.ts'
import { readConfig } from '../kit/config.ts'
import type { Kit } from '../installation/kit.ts'
import { openKit } from '../installation/installation.ts'
import { createLog } from '../kit/log.ts'
import { readingCommands } from '../readings/import/readings.commands.ts'
import { createReadings } from '../readings/readings.service.ts'
import { emptyDatabase, directly } from './build.ts'

interface StoredReading {
  probe: number
  depth_cm: number
  at: Date
  value: number | null
  temperature_c: number | null
  ec: number | null
  invalid: string | null
}

export interface ImportDesk {
  kit: Kit
  folder: string
  /** The arguments of `headgate`; the system is called Home, in Winnipeg's time zone. */
  run(command: string, ...args: string[]): Promise<{ code: number; printed: string[] }>
  /** `readings import FILE --system Home`, with more options. */
  load(file: string, ...args: string[]): Promise<{ code: number; printed: string[] }>
  write(name: string, text: string | Buffer): Promise<string>
  stored(): Promise<StoredReading[]>
}

export async function importDesk(): Promise<ImportDesk> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const kit = await openKit(config, createLog(config), systemClock, directly(await emptyDatabase()))
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-import-'))
  onTestFinished(async () => {
    await kit.database.close()
    await rm(folder, { recursive: true })
  })
  await sql`insert into controllers (topic_id, created_at) select 't' || n, now() from generate_series(1, 3) n`.execute(
    kit.database.reader,
  )
  const commands = readingCommands({
    readings: createReadings,
    findSystem: async (_, name) =>
      name === 'Home' ? { controllerId: 3, timeZone: 'America/Winnipeg' } : undefined,
  })
  const run: ImportDesk['run'] = async (name, ...args) => {
    const command = commands.find((candidate) => candidate.name === name)
    if (!command) throw new Error('no command')
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const code = await command.run({
      ...readCommandLine(command, args),
      open: async () => kit,
      print,
      warn: print,
    })
    return { code, printed }
  }
  return {
    kit,
    folder,
    run,
    load: (file, ...args) => run('readings import', file, '--system', 'Home', ...args),
    async write(name, text) {
      await writeFile(path.join(folder, name), text)
      return path.join(folder, name)
    },
    async stored() {
      const { rows } = await sql<StoredReading>`
        select probe, depth_cm, at, value, temperature_c, ec, invalid from readings
         order by 1, 2, 3`.execute(kit.database.reader)
      return rows
    },
  }
}
