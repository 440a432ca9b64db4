/** Opens a file with the options saved for its logger, and saves those given now. */
import { createHash } from 'node:crypto'
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import type { Kit } from '../../installation/kit.ts'
import type { FileHead } from '../loggers/column-name.ts'
import type { ImportChoice } from './import-choice.ts'
import type { LineSource } from './import-file.ts'
import { type ImportOptions, type ImportOption, readChoice, readSourceOptions } from './import-options.ts'
import { openSource } from './import-source.ts'
import { putMapping, selectMapping } from './kept-mappings.store.ts'

/** Valid for any file with the same columns. */
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
/** Valid for one logger; saved if its file identifies it. */
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
  /** Options in force: those given now take precedence over saved ones. */
  given: ImportOptions
  choice: ImportChoice
  /** Options from an earlier file, for the report; null if there are none. */
  kept: ImportMessage | null
  /** Saves the options given now, if any. */
  keep(): Promise<void>
}

export interface KnownRequest {
  file: string
  /** As uploaded. */
  fileName?: string | undefined
  controllerId: number
  given: ImportOptions
  /** Saved options are ignored. */
  fresh?: boolean
  /** Further choices that options cannot express. */
  completed?(choice: ImportChoice): Promise<ImportChoice>
}

/** @throws ImportUnclear for an invalid option, or a file that is not text */
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
  const merged: ImportOptions = (name) => given(name) ?? mapping?.options[name]
  const used = Object.entries(mapping?.options ?? {}).filter(([name]) => given(asOption(name)) === undefined)
  const day = mapping?.keptAt.toISOString().slice(0, 10)
  return {
    source,
    given: merged,
    choice: await completed(readChoice(merged)),
    kept:
      used.length === 0
        ? null
        : importMessage('said_before', day ?? '', used.map(([name, value]) => `${name} ${value}`).join(', ')),
    async keep() {
      const names = [...OF_THE_COLUMNS, ...(source.head?.logger ? OF_THE_LOGGER : [])]
      const options = Object.fromEntries(
        names.flatMap((name) => (merged(name) === undefined ? [] : [[name, merged(name) ?? '']])),
      )
      const hasOptions = names.some((name) => given(name) !== undefined)
      if (logger === null || !hasOptions) return
      await database.write((tx) => putMapping(tx, controllerId, logger, { options, keptAt: clock.now() }))
    },
  }
}

const asOption = (name: string): ImportOption =>
  [...OF_THE_COLUMNS, ...OF_THE_LOGGER].find((option) => option === name) ?? 'missing'

/** The same for every file of one logger, as long as its columns stay. */
function keyOf({ logger, format, columns }: FileHead): string {
  const parts = [
    logger ?? '',
    format ?? '',
    ...columns.flatMap(({ name, group, sensor }) => [name, group ?? '', sensor ?? '']),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
