/** Recognises whose file it is by its first lines: where the columns are named, where the data begin, on which clock. */
import { importSaidAs } from '#contract/imports/import-sentences.ts'
import { cellsOf, DELIMITERS, detectDelimiter } from './cells.ts'
import { type ColumnHead, depthIn, rounded } from './column-name.ts'
import { isUnit } from './quantity.ts'

export interface FileHead {
  /** Whose file it is, for people; null for a plain table. */
  format: string | null
  /** Null: parted by any white space. */
  delimiter: string | null
  columns: ColumnHead[]
  /** Line of the names, from 1; 0 where there is none. */
  headerLine: number
  /** Line of the first data, from 1. */
  dataLine: number
  /** The clock of a file that names it: hours and minutes from UTC. */
  offset?: string | undefined
  /** Who says so. */
  offsetBy?: string | undefined
  /** A zone by its name, whose clock it follows. */
  zone?: string | undefined
  /** By its maker's description its clock keeps standard time all year. */
  standard?: boolean
  /** What the logger calls itself, so that its next file is known again. */
  logger?: string | undefined
  /** A column of letters that says whether a line is sound; those that do not match are refused. */
  flag?: { column: number; good: RegExp; array?: string } | undefined
}

export interface HeadOptions {
  delimiter?: string | undefined
  headerLine?: number | undefined
  /** Some formats say in the name of the file what is in it. */
  fileName?: string | undefined
}

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}[- ][A-Za-z]{3,9}[- ](?:\d{4}|\d{2})|[A-Za-z]{3,9} \d{1,2},? \d{4}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d)(?!\d{1,3}(?!\d))`
const DATED = new RegExp(String.raw`^\s*${DATE}`)
const EPOCH = /^\s*1\d{9}(\d{3})?\s*$/
const FIGURE =
  /^\s*[-+]?(\d{1,3}([. '\u00A0\u202F]\d{3})+(,\d+)?|\d{1,3}(,\d{3})+(\.\d+)?|(\d+([.,]\d+)?|[.,]\d+)\.?)(e[-+]?\d+)?\s*$/i
const NOTHING = /^\s*(("?nan"?|na|n\/a|null|-+)\s*)?$/i

/** Whether a cell begins like a date, or is seconds since 1970. */
export const isTimeCell = (cell: string): boolean => DATED.test(cell) || EPOCH.test(cell)

/**
 * @param lines the first of the file, without their ends
 * @returns a head in any case; one of a plain table with its names in the first line where nothing else is told
 */
export function recogniseHead(lines: readonly string[], options: HeadOptions): FileHead {
  if (options.headerLine !== undefined) return namedLine(lines, options.headerLine, options)
  return (
    ismn(lines, options) ??
    tomst(lines) ??
    campbellArray(lines) ??
    table(lines, options) ?? { ...namedLine(lines, 1, options), format: null }
  )
}

function namedLine(lines: readonly string[], headerLine: number, options: HeadOptions): FileHead {
  const line = lines[headerLine - 1] ?? ''
  const delimiter = options.delimiter ?? detectDelimiter(line)
  const names = (cellsOf(line, delimiter) ?? []).map((name) => name.trim())
  const below = cellsOf(lines[headerLine] ?? '', delimiter) ?? []
  const units = isUnitRow(below) ? below : []
  return {
    format: null,
    delimiter,
    columns: names.map((name, i) => ({ name, ...unitOf(units[i]) })),
    headerLine,
    dataLine: headerLine + (units.length > 0 ? 2 : 1),
    ...clockOf(names, lines.slice(0, headerLine - 1)),
  }
}

const unitOf = (unit: string | undefined) => (unit?.trim() ? { unit: unit.trim() } : {})

/** Soil networks' archive, https://ismn.earth/en/data/ : times in UTC, a flag of quality in every line. */
const ISMN_SITE =
  /^(\S+)\s+(\S+)\s+(\S.*?)\s+-?\d+\.\d+\s+-?\d+\.\d+\s+-?\d+(?:\.\d+)?\s+(-?\d+\.\d+)\s+(-?\d+\.\d+)\s+\S/
const ISMN_DATA = /^\d{4}\/\d{2}\/\d{2}\s+\d{2}:\d{2}\s+-?\d+(?:\.\d+)?\s+[A-Z]\S*/
const ISMN_CEOP =
  /^\d{4}\/\d{2}\/\d{2}\s+\d{2}:\d{2}\s+\d{4}\/\d{2}\/\d{2}\s+\d{2}:\d{2}\s+\S+\s+\S+\s+\S+\s+-?\d+\.\d+\s+-?\d+\.\d+\s+-?\d+(?:\.\d+)?\s+(-?\d+\.\d+)\s+(-?\d+\.\d+)\s+-?\d+(?:\.\d+)?\s+[A-Z]/
const ISMN_GOOD = /^G$/

function ismn(lines: readonly string[], { fileName = '' }: HeadOptions): FileHead | null {
  const quantity = /_(?:ts|st)_/.test(fileName)
    ? 'temperature'
    : /_(?:p|sd|swe|ta|sweq)_/.test(fileName)
      ? null
      : 'moisture'
  const measured = (from: string | undefined, to: string | undefined) =>
    ({
      name: 'value',
      fixed:
        quantity === null
          ? { why: importSaidAs('file_name') }
          : {
              quantity,
              unit: quantity === 'moisture' ? 'm3/m3' : '°C',
              depthCm: rounded(((Number(from) + Number(to)) / 2) * 100),
            },
    }) satisfies ColumnHead
  const ignored = { why: importSaidAs('where') }
  const shared = { format: 'ISMN', delimiter: null, offset: '+00:00', offsetBy: 'all times of ISMN are UTC' }
  const [site = '', second = ''] = lines
  const [, , network, station, from, to] = ISMN_SITE.exec(site) ?? []
  if (from !== undefined && ISMN_DATA.test(second))
    return {
      ...shared,
      columns: [
        { name: 'time', fixed: 'time' },
        measured(from, to),
        { name: 'flag', fixed: { why: importSaidAs('flag_lines') } },
        { name: 'flag of the network', fixed: { why: importSaidAs('flag_counts') } },
      ],
      headerLine: 1,
      dataLine: 2,
      logger: `ISMN ${network} ${station}`,
      flag: { column: 2, good: ISMN_GOOD },
    }
  const [, top, bottom] = ISMN_CEOP.exec(site) ?? []
  if (top === undefined) return null
  const names = [
    'network of networks',
    'network',
    'station',
    'latitude',
    'longitude',
    'elevation',
    'from',
    'to',
  ]
  return {
    ...shared,
    columns: [
      { name: 'nominal time', fixed: 'time' },
      { name: 'actual time', fixed: ignored },
      ...names.map((name) => ({ name, fixed: ignored })),
      measured(top, bottom),
      { name: 'flag', fixed: { why: importSaidAs('flag_lines') } },
      { name: 'flag of the network', fixed: { why: importSaidAs('flag_counts') } },
    ],
    headerLine: 0,
    dataLine: 1,
    flag: { column: 11, good: ISMN_GOOD },
  }
}

/** Of ISMN a date and its clock are one cell. */
export function whiteSpaceCells(text: string): string[] {
  const joined = text.trim().replaceAll(/(\d{4}\/\d{2}\/\d{2})\s+(\d{2}:\d{2})/g, '$1T$2')
  return joined.split(/\s+/).map((cell) => cell.replace(/^(\d{4}\/\d{2}\/\d{2})T/, '$1 '))
}

const TOMST_TIME = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4} \d{1,2}:\d{2}(?::\d{2})?`
const TOMST_FIGURE = String.raw`-?\d+(?:[.,]\d+)?`
const TOMST_RAW = new RegExp(`^\\d+;${TOMST_TIME};-?\\d{1,2};(?:${TOMST_FIGURE};){3}\\d+;\\d+;\\d+;?\\s*$`)
const TOMST_JOINED = new RegExp(
  `^\\d+;[^;]*;([^;]*);${TOMST_TIME};(?:${TOMST_FIGURE};){3}\\d+(?:;(0?[.,]\\d+|0|1)(?:;-?\\d+)?)?;?\\s*$`,
)
/** Its foot reaches 8 cm down, where it is warm or cold, and is wet over 15 cm; the other two hang in the air. */
const TOMST_CM = 8

/** No names at all, semicolons, UTC: what the columns are is laid down by the maker. */
function tomst(lines: readonly string[]): FileHead | null {
  const said = lines.slice(0, 20).filter((line) => line.trim() !== '')
  if (said.length === 0) return null
  const raw = said.every((line) => TOMST_RAW.test(line))
  const joined = said.every((line) => TOMST_JOINED.test(line))
  if (!raw && !joined) return null
  const air = { why: importSaidAs('in_air') }
  const serial = TOMST_JOINED.exec(said[0] ?? '')?.[1]
  const other = (name: string): ColumnHead => ({ name, fixed: { why: importSaidAs('not_of_soil') } })
  return {
    format: 'TOMST TMS',
    delimiter: ';',
    columns: [
      other('number'),
      ...(joined ? [other('file'), other('serial')] : []),
      { name: 'time', fixed: 'time' },
      ...(raw ? [other('time zone')] : []),
      { name: 'T1', fixed: { quantity: 'temperature', unit: '°C', depthCm: TOMST_CM } },
      { name: 'T2', fixed: air },
      { name: 'T3', fixed: air },
      {
        name: 'moisture count',
        fixed: { why: importSaidAs('raw_counts') },
      },
      ...(joined
        ? [{ name: 'moisture', fixed: { quantity: 'moisture' as const, unit: 'm3/m3', depthCm: TOMST_CM } }]
        : [other('shaken')]),
      other('fault'),
    ],
    headerLine: 0,
    dataLine: 1,
    offset: '+00:00',
    offsetBy: 'a TMS logger keeps UTC',
    ...(serial ? { logger: `TOMST ${serial}` } : {}),
  }
}

const ARRAY_LINE = /^\d{1,3},(?:19|20)\d{2},(\d{1,3}),(\d{1,4})(?:,[^,]*)+$/

/** Final storage of older Campbell loggers: no names, the number of the array first, then year, day of the year and clock. */
function campbellArray(lines: readonly string[]): FileHead | null {
  const said = lines.slice(0, 20).filter((line) => line.trim() !== '')
  const sound = said.every((line) => {
    const [, day = '0', clock = '9999'] = ARRAY_LINE.exec(line.trim()) ?? []
    return Number(day) >= 1 && Number(day) <= 366 && Number(clock) <= 2400 && Number(clock) % 100 < 60
  })
  const [first] = said
  if (!sound || first === undefined || said.length < 2) return null
  const cells = first.split(',')
  const array = cells[0] ?? ''
  const rest = cells.slice(4).map((_, i): ColumnHead => ({ name: `column ${i + 5}` }))
  return {
    format: `Campbell array ${array}`,
    delimiter: ',',
    columns: [
      { name: 'array', fixed: { why: importSaidAs('table_number') } },
      ...['year', 'day_of_year', 'hhmm'].map((name) => ({ name })),
      ...rest,
    ],
    headerLine: 0,
    dataLine: 1,
    flag: { column: 0, good: new RegExp(`^${array}$`), array },
  }
}

/** The name of a column as it stands alone in its line: what stands above or below it is not in it. */
export const bareHead = (head: ColumnHead | undefined): string | undefined => head?.row ?? head?.name.trim()

/** No logger has as many, and each of them is compared with the others. */
export const COLUMNS_MAX = 1000

interface Row {
  /** From 0. */
  index: number
  cells: string[]
}

/** Any table whose lines of data can be told from what stands above them. */
function table(lines: readonly string[], options: HeadOptions): FileHead | null {
  const delimiter = options.delimiter ?? delimiterByData(lines)
  if (delimiter === null) return null
  const rows = lines.map((line, index): Row => ({ index, cells: cellsOf(line, delimiter) ?? [] }))
  const sure = rows.find(({ cells }) => isDataRow(cells))
  if (!sure) return null
  const data = firstLike(sure, rows)
  const above = rows.slice(0, data.index).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const named = headerRows(above, data.cells.length)
  if (!named)
    return {
      format: null,
      delimiter,
      columns: data.cells.map((_, i) => ({ name: `column ${i + 1}` })),
      headerLine: 0,
      dataLine: data.index + 1,
    }
  const { row, format } = named
  const names = row.cells.map((name) => name.trim())
  const where = { headerLine: row.index + 1, dataLine: data.index + 1 }
  // it is refused: nobody looks at each of them
  if (names.length > COLUMNS_MAX)
    return { format: null, delimiter, columns: names.map((name) => ({ name })), ...where }
  const preamble = above.filter(({ index }) => index < row.index)
  const whole = preamble.map(({ index }) => lines[index] ?? '')
  const known = describedElsewhere(names)
  const whose = known?.format ?? format ?? formatOf(names, whole)
  return {
    format: whose,
    delimiter,
    columns: columnsOf(named).map((head) => ({
      ...head,
      unit: head.unit ?? known?.units.find(([name]) => name.test(head.name))?.[1],
      ...(whose === IRROMETER && head.sensor === undefined ? { sensor: whose } : {}),
    })),
    // hours of its reports are those of local standard time
    ...(known?.standard || whose === USDA ? { standard: true } : {}),
    ...where,
    ...clockOf(names, whole),
    ...loggerOf(preamble, names),
  }
}

/** A line of words instead of figures is data where its time stands in the same column. */
function firstLike(sure: Row, rows: readonly Row[]): Row {
  const timed = sure.cells.findIndex(isTimeCell)
  let data = sure
  for (const row of rows.slice(0, sure.index).toReversed()) {
    if (row.cells.length !== sure.cells.length || !isTimeCell(row.cells[timed] ?? '')) break
    data = row
  }
  return data
}

function isDataRow(cells: readonly string[]): boolean {
  const timed = cells.findIndex(isTimeCell)
  if (timed < 0 || timed > 11) return false
  return cells.some((cell, i) => i !== timed && (FIGURE.test(cell) || NOTHING.test(cell)))
}

const LOOKED_AT = 60

/** The one by which most of the last lines fall into dates and figures; of equals the one that makes more cells. */
function delimiterByData(lines: readonly string[]): string | null {
  const looked = lines.filter((line) => line.trim() !== '').slice(-LOOKED_AT)
  let best: { delimiter: string; score: number } | null = null
  for (const delimiter of DELIMITERS) {
    const rows = looked.map((line) => cellsOf(line, delimiter) ?? []).filter((cells) => cells.length > 1)
    const sound = rows.filter(isDataRow)
    const clean = sound.map((cells) => {
      const read = cells.filter(
        (cell) => isTimeCell(cell) || FIGURE.test(cell) || NOTHING.test(cell) || /^[^;\t|]*$/.test(cell),
      )
      return read.filter((cell) => !/[;\t|]/.test(cell)).length
    })
    const score = clean.reduce((sum, each) => sum + each, 0)
    if (score > 0 && (best === null || score > best.score)) best = { delimiter, score }
  }
  return best?.delimiter ?? null
}

interface Header {
  row: Row
  format?: string
  units?: readonly string[]
  groups?: readonly string[]
  sensors?: readonly string[]
  processes?: readonly string[]
  /** A row of nothing but depths. */
  depths?: readonly string[]
  /** A row above that tells columns of one name apart. */
  above?: readonly string[]
}

const PROCESSES = /^(smp|avg|std|min|max|tot|tmx|tmn|wvc|cov|med|)$/i
export const PORT = /^port\s?\d+$/i

function headerRows(above: readonly Row[], width: number): Header | null {
  const wide = above.filter(({ cells }) => cells.length > 1 && cells.length >= Math.min(width, 2))
  const last = wide.at(-1)
  if (!last) return null
  if (last !== undefined && above[0]?.cells[0]?.trim() === 'TOA5') {
    const [, row, units, processes] = above
    if (row && units && processes)
      return { row, units: units.cells, processes: processes.cells, format: 'Campbell TOA5' }
  }
  let row = last
  let units: readonly string[] | undefined
  if (isProcessRow(row.cells)) row = wide[wide.indexOf(row) - 1] ?? row
  let depths: readonly string[] | undefined
  if (isDepthRow(row.cells)) {
    depths = row.cells
    row = wide[wide.indexOf(row) - 1] ?? row
  }
  if (isUnitRow(row.cells)) {
    units = row.cells
    row = wide[wide.indexOf(row) - 1] ?? row
  }
  // nothing but figures and words of a logger about itself
  if (row.cells.every((cell) => FIGURE.test(cell) || cell.trim() === '')) return null
  const ports = wide.find(
    ({ cells, index }) => index < row.index && cells.some((cell) => PORT.test(cell.trim())),
  )
  if (ports) {
    const sensors = wide[wide.indexOf(ports) + 1]
    return {
      row,
      groups: ports.cells,
      ...(sensors && sensors.index < row.index ? { sensors: sensors.cells } : {}),
      ...(units ? { units } : {}),
      format: 'METER',
    }
  }
  const before = wide[wide.indexOf(row) - 1]
  const repeated = new Set(row.cells.map((cell) => cell.trim().toLowerCase())).size < row.cells.length
  return {
    row,
    ...(units ? { units } : {}),
    ...(depths ? { depths } : {}),
    ...(repeated && before && before.cells.length === row.cells.length ? { above: before.cells } : {}),
  }
}

function isUnitRow(cells: readonly string[]): boolean {
  const said = cells.map((cell) => cell.trim().replace(/^[([](.*)[)\]]$/, '$1')).filter((cell) => cell !== '')
  // the first that is none tells it of most
  return (
    said.every(
      (cell) =>
        isUnit(cell) ||
        /^(ts|rn|-+|none|n\/a|utc|local|units?|einheit|unité|[a-z]{1,4}\/[a-z0-9]{1,4})$/i.test(cell),
    ) && said.some(isUnit)
  )
}

const LENGTH_CELL = /^-?\d+(?:\.\d+)?\s?(?:cm|mm|m|in|inches|ft)$/i

/** Depths alone, below the names; the first cell may say so. */
function isDepthRow(cells: readonly string[]): boolean {
  const said = cells.slice(1).filter((cell) => cell.trim() !== '')
  return said.length > 0 && said.every((cell) => LENGTH_CELL.test(cell.trim()))
}

const isProcessRow = (cells: readonly string[]) =>
  cells.some((cell) => cell.trim() !== '') && cells.every((cell) => PROCESSES.test(cell.trim()))

/** Rows above or below the names are shared by the columns under them. */
function columnsOf({ row, units, groups, sensors, processes, depths, above }: Header): ColumnHead[] {
  const bare = (cells: readonly string[] | undefined, i: number) =>
    cells?.[i]?.trim().replace(/^[([](.*)[)\]]$/, '$1') || undefined
  const shared = above && spanning(above, row.cells)
  return row.cells.map((cell, i) => {
    const title = bare(shared, i)
    const group = bare(groups, i) ?? /\bport\s?\d+\b/i.exec(cell)?.[0]
    return {
      name: [title, cell.trim(), LENGTH_CELL.exec(depths?.[i]?.trim() ?? '')?.[0]].filter(Boolean).join(' '),
      row: cell.trim(),
      unit: bare(units, i),
      group: group !== undefined && PORT.test(group) ? group : undefined,
      sensor: bare(sensors, i),
      process: bare(processes, i),
    }
  })
}

/** A title above several columns stands over the first of them alone where it is merged in a spreadsheet. */
function spanning(above: readonly string[], names: readonly string[]): string[] {
  const plain = names.map((name) => name.trim().toLowerCase())
  let last = ''
  return above.map((title, i) => {
    const repeated = plain.filter((name) => name === plain[i]).length > 1
    if (title.trim() !== '' || !repeated) last = title
    return title.trim() === '' && repeated ? last : title
  })
}

interface Described {
  format: string
  standard?: boolean
  units: readonly (readonly [RegExp, string])[]
}

/** Tables whose units and clock stand in their makers' descriptions, and not in the file. */
function describedElsewhere(names: readonly string[]): Described | null {
  const bare = names.map((name) => name.toUpperCase())
  // https://ameriflux.lbl.gov/data/aboutdata/data-variables/ : local standard time, soil water in per cent
  if (['TIMESTAMP_START', 'TIMESTAMP_END'].every((name) => bare.includes(name)))
    return {
      format: 'AmeriFlux',
      standard: true,
      units: [
        [/^SWC(_|$)/i, '%'],
        [/^TS(_|$)/i, '°C'],
      ],
    }
  // what Davis calls moisture is the tension of a Watermark, cb
  if (bare.some((name) => /^ARC\.|^INT\.$/.test(name)) && bare.some((name) => name.includes('MOIST')))
    return { format: 'Davis WeatherLink', units: [[/moist/i, 'cb']] }
  return null
}

const USDA = 'USDA SCAN and SNOTEL'
const IRROMETER = 'Irrometer'

function formatOf(names: readonly string[], preamble: readonly string[]): string | null {
  const all = [...preamble, ...names].join('\n')
  if (/plot title|LGR S\/N|SEN S\/N|date[- ]time[ ,]+\(?gmt/i.test(all)) return 'HOBO'
  if (names.filter((name) => /^[AST]\d{1,2}\s?\(\d+(\.\d+)?\)$/.test(name)).length > 0)
    return 'Sentek IrriMAX'
  if (
    names.some((name) => /^[A-Z]{3,4}\.[A-Z]-\d+/.test(name)) ||
    /wcc\.sc\.egov\.usda|SNOTEL|National Water and Climate|Natural Resources Conservation Service/i.test(all)
  )
    return USDA
  if (/irrometer|watermark monitor|\b900M\b/i.test(all)) return IRROMETER
  return null
}

/** Hours from UTC by abbreviations that mean one clock. */
const ABBREVIATED: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  NST: -3.5,
  AST: -4,
  ADT: -3,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  SAST: 2,
  AEST: 10,
  AEDT: 11,
  ACST: 9.5,
  ACDT: 10.5,
  AWST: 8,
  NZST: 12,
  NZDT: 13,
}
const OFFSET = /(?:gmt|utc)\s?([+-−])\s?(\d{1,2})(?::?(\d{2}))?(?!\d)/i
const TIME_NAME = /date|time|timestamp|heure|zeit/i

const ZONE =
  /(?<![A-Za-z])(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_]+(?:\/[A-Za-z_]+)?/

function zoneIn(text: string): string | undefined {
  const named = ZONE.exec(text)?.[0]
  if (named === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: named }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** What the names of columns, or lines above them, say of the clock. */
export function clockOf(
  names: readonly string[],
  preamble: readonly string[],
): Pick<FileHead, 'offset' | 'offsetBy' | 'zone'> {
  const time = names.find(
    (name) => TIME_NAME.test(name) && (OFFSET.test(name) || abbreviationIn(name) !== null),
  )
  const said =
    time ??
    preamble.find(
      (line) =>
        /time ?zone|(?:gmt|utc) ?offset|clock/i.test(line) &&
        (OFFSET.test(line) || abbreviationIn(line) !== null),
    )
  if (said === undefined) {
    const zoned =
      names.find((name) => TIME_NAME.test(name) && zoneIn(name) !== undefined) ??
      preamble.find((line) => /time ?zone/i.test(line) && zoneIn(line) !== undefined)
    return zoned === undefined ? {} : { zone: zoneIn(zoned), offsetBy: zoned.trim().slice(0, 60) }
  }
  const [, sign, hours = '0', minutes = '00'] = OFFSET.exec(said) ?? []
  if (sign !== undefined)
    return {
      offset: `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`,
      offsetBy: said.trim().slice(0, 60),
    }
  const from = abbreviationIn(said) ?? 0
  return {
    offset: `${from < 0 ? '-' : '+'}${String(Math.floor(Math.abs(from))).padStart(2, '0')}:${from % 1 === 0 ? '00' : '30'}`,
    offsetBy: said.trim().slice(0, 60),
  }
}

function abbreviationIn(text: string): number | null {
  const found =
    /(?:^|[\s_([,-])([A-Z]{3,4})(?:[)\]\s]|$)/.exec(text)?.[1] ?? /_(utc)$/i.exec(text)?.[1]?.toUpperCase()
  return found === undefined ? null : (ABBREVIATED[found] ?? null)
}

/** A serial number or a title in the first lines; else the names of the columns themselves. */
function loggerOf(preamble: readonly Row[], names: readonly string[]) {
  const first = preamble[0]?.cells.map((cell) => cell.trim().replaceAll(/[\uFEFF"]/g, '')) ?? []
  if (first[0] === 'TOA5') return { logger: `${first[2] ?? ''} ${first[3] ?? ''} ${first[7] ?? ''}`.trim() }
  const serials = [...new Set(names.flatMap((name) => /S\/N:\s?(\w+)/.exec(name)?.[1] ?? []))]
  if (serials[0] !== undefined) return { logger: `HOBO ${serials[0]}` }
  const title = first[0] ?? ''
  return title !== '' && !title.startsWith('#') ? { logger: title.slice(0, 80) } : {}
}

/** The depth of a sensor in its label, as HOBO keeps it. */
export const labelDepth = (name: string): number | undefined => {
  const label = /LBL:\s*([^,)]+)/.exec(name)?.[1]
  return label === undefined ? undefined : depthIn(` ${label.trim()}`)
}
