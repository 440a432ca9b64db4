/** Opens a file with what was said of its logger before, and keeps what is said of it now. */
import { createHash } from 'node:crypto'
import { importSaidAs, type ImportSaid } from '#contract/imports/import-sentences.ts'
import type { Kit } from '../../installation/kit.ts'
import type { FileHead } from '../loggers/column-name.ts'
import type { ImportChoice } from './import-choice.ts'
import type { LineSource } from './import-file.ts'
import { type GivenOptions, type ImportOption, readChoice, readSourceOptions } from './import-options.ts'
import { openSource } from './import-source.ts'
import { putMapping, selectMapping } from './kept-mappings.store.ts'

/** What holds for whatever file has the same columns. */
const OF_THE_COLUMNS: readonly ImportOption[] = [
  'station',
  'probes',
  'time',
  'depth',
  'value',
  'unit',
  'decimal',
  'date-order',
  'depth-unit',
  'missing',
]
/** What holds for one logger alone; kept where its file names it. */
const OF_THE_LOGGER: readonly ImportOption[] = [
  'probe',
  'sensors',
  'depths',
  'temperature',
  'ec',
  'clock',
  'time-zone',
]

export interface KnownFile {
  source: LineSource
  /** Options as they count: what was said now before what was kept. */
  given: GivenOptions
  choice: ImportChoice
  /** What of it was said for an earlier file, for people; null when nothing was. */
  kept: ImportSaid | null
  /** Keeps what was said now; nothing when nothing was. */
  keep(): Promise<void>
}

export interface KnownRequest {
  file: string
  /** As its sender calls it. */
  fileName?: string | undefined
  controllerId: number
  given: GivenOptions
  /** What was kept does not count. */
  fresh?: boolean
  /** More of a choice than options can say. */
  completed?(choice: ImportChoice): Promise<ImportChoice>
}

/** @throws ImportUnclear of what is said wrongly, or a file that is no text */
export async function openKnown(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  {
    file,
    fileName,
    controllerId,
    given,
    fresh,
    completed = (choice) => Promise.resolve(choice),
  }: KnownRequest,
): Promise<KnownFile> {
  const source = await openSource(file, readSourceOptions(given), readChoice(given), fileName)
  const logger = source.head ? keyOf(source.head) : null
  const mapping =
    logger === null || fresh ? undefined : await selectMapping(database.reader, controllerId, logger)
  const merged: GivenOptions = (name) => given(name) ?? mapping?.options[name]
  const used = Object.entries(mapping?.options ?? {}).filter(([name]) => given(asOption(name)) === undefined)
  const day = mapping?.keptAt.toISOString().slice(0, 10)
  return {
    source,
    given: merged,
    choice: await completed(readChoice(merged)),
    kept:
      used.length === 0
        ? null
        : importSaidAs('said_before', day ?? '', used.map(([name, value]) => `${name} ${value}`).join(', ')),
    async keep() {
      const names = [...OF_THE_COLUMNS, ...(source.head?.logger ? OF_THE_LOGGER : [])]
      const options = Object.fromEntries(
        names.flatMap((name) => (merged(name) === undefined ? [] : [[name, merged(name) ?? '']])),
      )
      const said = names.some((name) => given(name) !== undefined)
      if (logger === null || !said) return
      await database.write((tx) => putMapping(tx, controllerId, logger, { options, keptAt: clock.now() }))
    },
  }
}

const asOption = (name: string): ImportOption =>
  [...OF_THE_COLUMNS, ...OF_THE_LOGGER].find((each) => each === name) ?? 'missing'

/** The same for every file of one logger, as long as its columns stay. */
function keyOf({ logger, format, columns }: FileHead): string {
  const said = [
    logger ?? '',
    format ?? '',
    ...columns.flatMap(({ name, group, sensor }) => [name, group ?? '', sensor ?? '']),
  ]
  return createHash('sha256').update(said.join('\n')).digest('hex')
}
