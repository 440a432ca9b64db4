/** Imports a file of readings into a system, in batches, and accounts for every line. */
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import type { IngestAnswer } from '#contract/readings.ts'
import type { ImportChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import type { ColumnPlan } from './import-columns.ts'
import { clockOf } from '../loggers/head-clock.ts'
import type { FileLine, LineSource } from './import-file.ts'
import { type Clock, clockReader, clockWatch } from './import-clock.ts'
import type { Incoming } from '../measured.ts'
import { lineReader, seriesOf } from './import-lines.ts'
import { numberReader } from './import-number.ts'
import { type ImportReport, openAccount, type RefusedLine } from './import-report.ts'
import { SURVEY_LINES, type Understanding, understand } from './import-survey.ts'
import { wallClock } from '../local-time.ts'

const BATCH = 5000

export interface ImportRequest {
  source: LineSource
  /** For times without a zone. */
  timeZone: string
  /** Whether it was given as an option, which takes precedence over the file. */
  zoneSaid?: boolean
  choice: ImportChoice
  store(readings: readonly Incoming[]): Promise<IngestAnswer>
  /** After each batch: fraction of the file done, 0 to 1, and number of lines. */
  progress?(done: number, lines: number): void
  /** Ends it between two lines; what is stored by then stays, and is not stored twice. */
  signal?: AbortSignal
  /** Every refused line, in parts. */
  refused?(lines: readonly RefusedLine[]): Promise<void>
}

/** @throws ImportUnclear if file and options do not fit; nothing has been stored then */
export async function importFile(request: ImportRequest): Promise<ImportReport> {
  const { source, choice, timeZone } = request
  const understood = await survey(source, choice)
  const { plan } = understood
  const clockGiven = request.zoneSaid || choice.clock !== undefined || !understood.clocked
  const zones = zoneColumn(source)
  if (!clockGiven) for (const cells of understood.looked) zones.see(cells)
  const statedZone = request.zoneSaid ? {} : (zones.clock() ?? statedClock(source, plan))
  const clock: Clock = {
    timeZone: statedZone.zone ?? timeZone,
    ...(statedZone.offset ? { offset: statedZone.offset, offsetBy: statedZone.offsetBy } : {}),
    mode: choice.clock ?? (source.head?.standard && !request.zoneSaid ? 'standard' : undefined),
    order: understood.dateOrder,
  }
  const watch = clockWatch(clock)
  if (understood.clocked)
    for await (const { cells } of dataOf(source)) {
      watch.see(plan.time(cells), seriesOf(plan, cells))
      if (!clockGiven) zones.see(cells)
    }
  // later lines may have another
  zones.clock()
  watch.settle()
  const taken = [...(plan.serial ? [importMessage('clock_serial')] : []), ...watch.taken()]
  const account = openAccount({ ...understood, clock, about: source.about, taken })
  const readLine = lineReader({
    ...understood,
    readTime: clockReader(clock, watch.descending()),
    readNumber: numberReader(understood.decimal, choice.missing),
    probes: choice.probes,
    probe: choice.probe,
  })
  let batch: Incoming[] = []
  const flush = async () => {
    const refused = account.takeRefused()
    if (refused.length > 0) await request.refused?.(refused)
    if (batch.length > 0) account.answered(batch, await request.store(batch))
    batch = []
    request.progress?.(source.progress(), account.lines())
  }
  const skip = (number: number, reason: ImportMessage) => account.refuse({ number, cells: [] }, reason)
  for await (const line of dataOf(source, skip)) {
    request.signal?.throwIfAborted()
    const { readings, empty, refused } = readLine(line.cells)
    account.line(readings, empty)
    for (const reason of refused) account.refuse(line, reason)
    batch.push(...readings)
    if (batch.length >= BATCH || account.waiting() >= BATCH) await flush()
  }
  await flush()
  return account.close()
}

/** The clock stated by the file; what is stated about an unused time column does not apply to the used one. */
function statedClock({ head }: LineSource, { uses }: ColumnPlan): ReturnType<typeof clockOf> {
  if (!head) return {}
  const times = uses.flatMap(({ name, use }) => (use === 'time' ? [name] : []))
  const own = clockOf(times, [])
  if (own.offset ?? own.zone) return own
  const ofOther = head.columns.some(({ name }) => name.trim().slice(0, 60) === head.offsetBy)
  return ofOther ? {} : head
}

const ZONE_COLUMN = /^(tz|time ?zone|time_zone|timezone|zone|(utc|gmt|tz)[ _-]?offset|offset[ _-](utc|gmt))$/i

/** A column with the clock of each line. */
function zoneColumn({ head }: LineSource) {
  const column = head?.columns.findIndex(({ name }) => ZONE_COLUMN.test(name.trim())) ?? -1
  const name = head?.columns[column]?.name.trim()
  const zones = new Set<string>()
  return {
    see(cells: readonly string[]) {
      const zone = column < 0 ? '' : (cells[column]?.trim() ?? '')
      if (zone !== '' && zones.size < ZONES_TOLD) zones.add(zone)
    },
    /** @throws ImportUnclear if it is not the same for all */
    clock(): ReturnType<typeof clockOf> | undefined {
      const [zone, another] = zones
      if (name === undefined || zone === undefined) return undefined
      const text = /^[+-]?\d{1,2}(:?\d{2})?$/.test(zone) ? `UTC${/^\d/.test(zone) ? '+' : ''}${zone}` : zone
      const clock = clockOf([`time (${text})`], [])
      if (another !== undefined || !(clock.offset ?? clock.zone))
        throw ImportUnclear.of('ask_zone_column', name, [...zones].join(', '))
      return { ...clock, offsetBy: `${name} ${zone}` }
    },
  }
}

const ZONES_TOLD = 3

/** Every line below the names. */
async function* dataOf(
  source: LineSource,
  skip: Parameters<LineSource['lines']>[0] = () => undefined,
): AsyncGenerator<FileLine> {
  let header = true
  for await (const line of source.lines(skip)) {
    if (!header) yield line
    header = false
  }
}

/** `clocked`: some times have no offset. */
type Surveyed = Understanding & {
  clocked: boolean
  atMs: number
  looked: readonly (readonly string[])[]
}

async function survey(source: LineSource, choice: ImportChoice): Promise<Surveyed> {
  let header: FileLine | undefined
  const lines: string[][] = []
  // a sample of the lines, taken as a set so that their order does not matter
  const many = source.sample ? 1 : SURVEY_LINES
  for await (const line of source.lines(() => undefined)) {
    if (header) lines.push(line.cells)
    header ??= line
    if (lines.length >= many) break
  }
  const looked = source.sample ?? lines
  const understood = understand(source.head?.columns ?? header?.cells ?? [], looked, choice)
  oneLineEach(understood.plan, looked)
  const times = looked.flatMap((line) => wallClock(understood.plan.time(line), understood.dateOrder) ?? [])
  return {
    ...understood,
    looked,
    clocked: times.length === 0 || times.some(({ absolute }) => !absolute),
    atMs: times[0]?.ms ?? Date.now(),
  }
}

/** Fewer lines may be those of a repeated hour. */
const FEWEST_LINES = 8

/** @throws ImportUnclear if lines of one sensor and time have different values, so that some column must distinguish them */
function oneLineEach(plan: ColumnPlan, lines: readonly (readonly string[])[]): void {
  const figuresByKey = new Map<string, Set<string>>()
  let differing = 0
  for (const cells of lines) {
    const key = `${seriesOf(plan, cells)} ${plan.time(cells)}`
    const figures = plan.figures.map(({ column }) => cells[column]).join()
    const seenFigures = figuresByKey.get(key) ?? new Set()
    figuresByKey.set(key, seenFigures)
    if (seenFigures.size > 0 && !seenFigures.has(figures)) differing += 1
    seenFigures.add(figures)
    const sure = differing * 2 >= lines.length * 0.9 && lines.length >= FEWEST_LINES
    if (seenFigures.size > 2 || sure) throw ImportUnclear.of('ask_apart', plan.time(cells).slice(0, 30))
  }
}
