/** The commands `headgate readings import` (a file into a system) and `readings device` (the probe of a radio device). */
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { importSentence } from '#contract/imports/import-sentences.ts'
import { type Command, type CommandInput, UsageError } from '../../installation/command.ts'
import type { CommandDeps } from '../command-deps.ts'
import { deviceCommand } from '../lorawan-devices.commands.ts'
import type { ImportChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import {
  IMPORT_OPTIONS,
  type ImportOption,
  pairs,
  probeNumbers,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from './import-options.ts'
import { describeImport, type RefusedLine } from './import-report.ts'
import { openKnown } from './import-known.ts'
import { openSource } from './import-source.ts'
import { importFile } from './readings-import.ts'

const valued = Object.fromEntries(
  Object.entries(IMPORT_OPTIONS).map(([name, value]) => [name, { type: 'string' as const, value }]),
)

export function readingCommands(deps: CommandDeps): Command[] {
  return [
    {
      name: 'readings import',
      words: ['FILE'],
      options: {
        system: { type: 'string', value: 'NAME', required: true },
        'dry-run': { type: 'boolean' },
        ...valued,
        fresh: { type: 'boolean' },
        'probe-map': { type: 'string', value: 'FILE' },
        refused: { type: 'string', value: 'FILE' },
        json: { type: 'boolean' },
      },
      run: (input) => runImport(deps, input),
    },
    deviceCommand(deps),
  ]
}

async function runImport(deps: CommandDeps, input: CommandInput): Promise<number> {
  try {
    return await importInto(deps, input)
  } catch (error) {
    if (error instanceof ImportUnclear) throw new UsageError(error.message)
    if (isMissingFile(error)) throw new UsageError(`${error.path ?? input.positionals[0]} cannot be opened`)
    throw error
  }
}

async function importInto(
  deps: CommandDeps,
  { positionals, values, open, print }: CommandInput,
): Promise<number> {
  const file = positionals[0] ?? ''
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const optionOf = (name: ImportOption) => text(name)
  // invalid options and unreadable files are reported before the database is opened
  readChoice(optionOf)
  await openSource(file, readSourceOptions(optionOf), readChoice(optionOf))
  const kit = await open()
  const name = text('system') ?? ''
  const system = await deps.findSystem(kit.database.reader, name)
  if (!system) throw new UsageError(`no system is called "${name}"`)
  const readings = deps.readings(kit)
  const knownFile = await openKnown(kit, {
    file,
    controllerId: system.controllerId,
    given: optionOf,
    fresh: values['fresh'] === true,
    completed: (choice) => withProbeMap(choice, text('probe-map')),
  })
  const dryRun = values['dry-run'] === true
  const asJson = values['json'] === true
  const take = dryRun ? readings.preview : readings.store
  const refusedName = text('refused')
  const refused = refusedName === undefined ? null : await openRefusedFile(refusedName)
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  process.once('SIGINT', stop)
  try {
    const report = await importFile({
      source: knownFile.source,
      timeZone: readTimeZone(knownFile.given, system.timeZone),
      zoneSaid: knownFile.given('time-zone') !== undefined,
      choice: knownFile.choice,
      signal: stopped.signal,
      store: (batch) => take(system.controllerId, batch),
      progress: asJson ? () => undefined : progressLines(print),
      ...(refused ? { refused: (lines) => refused.add(lines) } : {}),
    })
    const kept = knownFile.kept && importSentence(knownFile.kept)
    const { refusedAs: _, readAs: __, ...rest } = report
    if (asJson) print(JSON.stringify({ system: name, dry_run: dryRun, kept, ...rest }))
    else for (const line of [kept ?? [], describeImport(report, name, dryRun)].flat()) print(line)
    if (!dryRun && report.readings > 0) await knownFile.keep()
    if (refused && report.refused > 0 && !asJson) print(`every refused line is in ${refusedName}`)
    return report.readings > 0 ? 0 : 1
  } catch (error) {
    if (!stopped.signal.aborted) throw error
    if (!asJson) print('stopped: what was stored by then stays, and the same file again stores the rest')
    return 130
  } finally {
    process.off('SIGINT', stop)
    await refused?.close()
  }
}

const LONG_LINES = 100_000

/** Progress in steps of a tenth, for long files. */
function progressLines(print: (line: string) => void): (done: number, lines: number) => void {
  let reported = 0
  return (done, lines) => {
    const tenth = Math.floor(done * 10)
    if (tenth <= reported || lines < LONG_LINES) return
    reported = tenth
    print(`${tenth * 10} %, ${lines} lines`)
  }
}

function isMissingFile(error: unknown): error is Error & { path?: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(String(error.code))
  )
}

/** Lines of `station,number` in a file; a first line of other words is a header. */
async function withProbeMap(choice: ImportChoice, mapFile: string | undefined): Promise<ImportChoice> {
  if (mapFile === undefined) return choice
  const lines = (await readFile(mapFile, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => line.replaceAll('"', '').replace(/[;,\t]/, '='))
  const mapped = pairs(items.filter((item, i) => i > 0 || /=\s*\d+\s*$/.test(item)))
  return { ...choice, probes: probeNumbers([...(choice.probes ?? []), ...mapped]) }
}

interface RefusedFile {
  add(lines: readonly RefusedLine[]): Promise<void>
  close(): Promise<void>
}

async function openRefusedFile(file: string): Promise<RefusedFile> {
  const handle: FileHandle = await open(file, 'w')
  await handle.write('line,reason,cells\r\n')
  return {
    add: async (lines) => void (await handle.write(lines.map(refusedRow).join(''))),
    close: () => handle.close(),
  }
}

function refusedRow({ number, reason, cells }: RefusedLine): string {
  return `${[String(number), reason, ...cells].map(csvCell).join(',')}\r\n`
}

/** Escapes text that a spreadsheet would take for a formula. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
