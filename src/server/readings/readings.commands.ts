/** `headgate readings import`: a file of readings into a system, told line by line what was not taken. */
import { readFile } from 'node:fs/promises'
import { type Command, type CommandInput, UsageError } from '../kit/command.ts'
import type { Reader } from '../kit/database.ts'
import type { Kit } from '../kit/kit.ts'
import { type ColumnChoice, ColumnsUnclear } from './import-columns.ts'
import type { Readings } from './readings.ts'
import { importFile, type ImportReport } from './readings-import.ts'

interface ImportDeps {
  /** Readings with everything that follows from them. */
  readings(kit: Kit): Readings
  findSystem(db: Reader, name: string): Promise<{ controllerId: number; timeZone: string } | undefined>
}

const NAMED = 'the values are read as NAME=NUMBER,NAME=NUMBER'

export function readingCommands(deps: ImportDeps): Command[] {
  return [
    {
      name: 'readings import',
      words: ['FILE'],
      options: {
        system: { type: 'string', value: 'NAME', required: true },
        'dry-run': { type: 'boolean' },
        station: { type: 'string', value: 'COLUMN' },
        time: { type: 'string', value: 'COLUMN' },
        depth: { type: 'string', value: 'COLUMN' },
        value: { type: 'string', value: 'COLUMN' },
        depths: { type: 'string', value: 'COLUMN=CM,..' },
        probes: { type: 'string', value: 'STATION=NUMBER,..' },
        'probe-map': { type: 'string', value: 'FILE' },
        delimiter: { type: 'string', value: 'CHARACTER' },
      },
      run: (input) => runImport(deps, input),
    },
  ]
}

async function runImport(
  deps: ImportDeps,
  { positionals, values, open, print }: CommandInput,
): Promise<number> {
  const file = positionals[0] ?? ''
  if (/\.(db|sqlite3?)$/i.test(file)) throw new UsageError('SQLite files cannot be read in this version')
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const columns = await columnChoice(text)
  const kit = await open()
  const name = text('system') ?? ''
  const system = await deps.findSystem(kit.database.reader, name)
  if (!system) throw new UsageError(`no system is called "${name}"`)
  const readings = deps.readings(kit)
  const dryRun = values['dry-run'] === true
  const take = dryRun ? readings.preview : readings.store
  try {
    const report = await importFile({
      file,
      delimiter: text('delimiter')?.replace(String.raw`\t`, '\t'),
      timeZone: system.timeZone,
      columns,
      store: (batch) => take(system.controllerId, batch),
    })
    for (const line of describe(report, name, dryRun)) print(line)
    return report.readings > 0 ? 0 : 1
  } catch (error) {
    if (error instanceof ColumnsUnclear) throw new UsageError(error.message)
    if (isMissingFile(error)) throw new UsageError(`${file} cannot be opened`)
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR'].includes(String(error.code))
  )
}

async function columnChoice(text: (name: string) => string | undefined): Promise<ColumnChoice> {
  const [depths, listed, mapFile] = [text('depths'), text('probes'), text('probe-map')]
  const mapped = mapFile === undefined ? undefined : await readFile(mapFile, 'utf8').catch(() => null)
  if (mapped === null) throw new UsageError(`${mapFile} cannot be opened`)
  const probes = [
    ...(listed === undefined ? [] : pairs(listed.split(','))),
    ...(mapped ? mapLines(mapped) : []),
  ]
  if (probes.some(([, number]) => !Number.isInteger(number))) throw new UsageError('a probe number is digits')
  return {
    station: text('station'),
    time: text('time'),
    depth: text('depth'),
    value: text('value'),
    depths: depths === undefined ? undefined : new Map(pairs(depths.split(','))),
    probes: probes.length > 0 ? new Map(probes) : undefined,
  }
}

function pairs(items: readonly string[]): [string, number][] {
  return items.map((item) => {
    const [, name, number] = /^\s*(.+?)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(item) ?? []
    if (name === undefined || number === undefined) throw new UsageError(`not understood: ${item}; ${NAMED}`)
    return [name, Number(number)]
  })
}

/** Lines of `station,number`; a first line of other words is a header. */
function mapLines(text: string): [string, number][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => line.replaceAll('"', '').replace(/[;,\t]/, '='))
  return pairs(items.filter((item, i) => i > 0 || /=\s*\d+\s*$/.test(item)))
}

function describe(report: ImportReport, system: string, dryRun: boolean): string[] {
  const { lines, readings, probes, first, last, stored, duplicate, invalid, empty, refused, refusals } =
    report
  const span = first && last ? `, ${first.slice(0, 10)} to ${last.slice(0, 10)} UTC` : ''
  return [
    `${system}: ${readings} readings of ${probes.length} probes in ${lines} lines${span}`,
    `${dryRun ? 'would store' : 'stored'} ${stored}, already known ${duplicate}, kept as invalid ${invalid}, empty cells ${empty}`,
    ...(refused > 0 ? [`refused ${refused}:`, ...refusals.map((reason) => `  ${reason}`)] : []),
    ...(refused > refusals.length ? [`  and ${refused - refusals.length} more`] : []),
    ...(dryRun ? ['dry run: nothing was stored'] : []),
  ]
}
