/** Recognises the format of a file by its first lines: where the column names and the data are, and which clock it uses. */
import { cellsOf, DELIMITERS, detectDelimiter, joinedNames, SPACE } from './cells.ts'
import type { ColumnHead, FileHead, HeadOptions } from './column-name.ts'
import { layersIn } from './depth.ts'
import { clockOf } from './head-clock.ts'
import { isUnit } from './quantity.ts'

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}[- ][A-Za-z]{3,9}[- ](?:\d{4}|\d{2})|[A-Za-z]{3,9} \d{1,2},? \d{4}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d)(?!\d{1,3}(?!\d))`
const DATED = new RegExp(String.raw`^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?${DATE}`)
const EPOCH = /^\s*1\d{9}(\d{3})?\s*$/
const FIGURE =
  /^\s*[-+]?(\d{1,3}([. '\u00A0\u202F]\d{3})+(,\d+)?|\d{1,3}(,\d{3})+(\.\d+)?|(\d+([.,]\d+)?|[.,]\d+)\.?)(e[-+]?\d+)?\s*$/i
const NOTHING = /^\s*(("?nan"?|na|n\/a|null|-+)\s*)?$/i

/** Whether a cell begins like a date, or is seconds since 1970. */
export const isTimeCell = (cell: string): boolean => DATED.test(cell) || EPOCH.test(cell)

/**
 * @param lines the first of the file, without their ends
 * @returns a header in any case; that of a plain table with its names in the first line by default
 */
export function recogniseHead(lines: readonly string[], options: HeadOptions): FileHead {
  const nameLines = joinedNames(lines)
  const head =
    options.headerLine === undefined
      ? (table(nameLines, options) ?? { ...namedLine(nameLines, 1, options), format: null })
      : namedLine(nameLines, options.headerLine, options)
  if (head.columns.length > COLUMNS_MAX) return head
  const layers = layersIn(head.columns.map(({ name }) => name))
  return { ...head, columns: head.columns.map((column, i) => ({ ...column, layerCm: layers[i] })) }
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

/** The name of a column in its own line, without the lines above or below it. */
export const bareHead = (head: ColumnHead | undefined): string | undefined => head?.row ?? head?.name.trim()

/** No logger has as many, and each of them is compared with the others. */
export const COLUMNS_MAX = 1000

interface Row {
  /** From 0. */
  index: number
  cells: string[]
}

/** Any table whose data lines can be distinguished from the lines above them. */
function table(lines: readonly string[], options: HeadOptions): FileHead | null {
  const delimiter = options.delimiter ?? delimiterByData(lines) ?? SPACE
  const rows = lines.map((line, index): Row => ({ index, cells: cellsOf(line, delimiter) ?? [] }))
  const sure = rows.find(({ cells }) => isDataRow(cells))
  if (!sure) return null
  const data = firstLike(sure, rows)
  const above = rows.slice(0, data.index).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = headerRows(above, data.cells.length)
  // a name may contain spaces, so columns are identified by their number alone
  if (delimiter === SPACE && header?.row.cells.length !== data.cells.length) return null
  if (!header)
    return {
      format: null,
      delimiter,
      columns: data.cells.map((_, i) => ({ name: `column ${i + 1}` })),
      headerLine: 0,
      dataLine: data.index + 1,
    }
  const { row, format } = header
  const names = row.cells.map((name) => name.trim())
  const where = { headerLine: row.index + 1, dataLine: data.index + 1 }
  // it is refused anyway: no need to examine each of them
  if (names.length > COLUMNS_MAX)
    return { format: null, delimiter, columns: names.map((name) => ({ name })), ...where }
  const preamble = above.filter(({ index }) => index < row.index)
  const preambleLines = preamble.map(({ index }) => lines[index] ?? '')
  const described = describedElsewhere(names)
  const formatName = described?.format ?? format ?? formatOf(names, preambleLines)
  return {
    format: formatName,
    delimiter,
    columns: columnsOf(header).map((head) => ({
      ...head,
      unit: head.unit ?? described?.units.find(([name]) => name.test(head.name))?.[1],
      ...(formatName === IRROMETER && head.sensor === undefined ? { sensor: formatName } : {}),
    })),
    // its reports are in local standard time
    ...(described?.standard || formatName === USDA ? { standard: true } : {}),
    ...where,
    ...clockOf(names, preambleLines),
    ...loggerOf(preamble, names),
  }
}

/** A line of words instead of numbers is data if its time is in the same column. */
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

/** The delimiter by which most of the last lines split into dates and numbers; among equals the one that makes more cells. */
function delimiterByData(lines: readonly string[]): string | null {
  const looked = lines.filter((line) => line.trim() !== '').slice(-LOOKED_AT)
  let best: { delimiter: string; score: number } | null = null
  for (const delimiter of DELIMITERS) {
    const rows = looked.map((line) => cellsOf(line, delimiter) ?? []).filter((cells) => cells.length > 1)
    const sound = rows.filter(isDataRow)
    const clean = sound.map((cells) => {
      const legible = cells.filter(
        (cell) => isTimeCell(cell) || FIGURE.test(cell) || NOTHING.test(cell) || /^[^;\t|]*$/.test(cell),
      )
      return legible.filter((cell) => !/[;\t|]/.test(cell)).length
    })
    const score = clean.reduce((sum, count) => sum + count, 0)
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
  /** A row of only depths. */
  depths?: readonly string[]
  /** A row above that distinguishes columns of one name. */
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
  const depths = depthsIn(row.cells) ?? undefined
  if (depths) row = wide[wide.indexOf(row) - 1] ?? row
  if (isUnitRow(row.cells)) {
    units = row.cells
    row = wide[wide.indexOf(row) - 1] ?? row
  }
  // a preamble of only numbers and words
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
  const filled = cells
    .map((cell) => cell.trim().replace(/^[([](.*)[)\]]$/, '$1'))
    .filter((cell) => cell !== '')
  // the first line that is not one is the most informative
  return (
    filled.every(
      (cell) =>
        isUnit(cell) ||
        /^(ts|rn|-+|none|n\/a|utc|local|units?|einheit|unité|[a-z]{1,4}\/[a-z0-9]{1,4})$/i.test(cell),
    ) && filled.some(isUnit)
  )
}

const LENGTH_CELL = /^-?\d+(?:\.\d+)?\s?(?:cm|mm|m|in|inches|ft)$/i

const DEPTH_WORD =
  /(?:depth|tiefe|profondeur|profundidad|profundidade|profondità|diepte)\W+(cm|mm|m|in|inches|ft)\W*$/i

/** @returns a row of only depths, below the names; its first cell may say so, and in which unit they are */
function depthsIn(cells: readonly string[]): string[] | null {
  const [first = '', ...rest] = cells.map((cell) => cell.trim())
  const unit = DEPTH_WORD.exec(first)?.[1]
  const depths = rest.map((cell) =>
    unit !== undefined && /^-?\d+(\.\d+)?$/.test(cell) ? `${cell} ${unit}` : cell,
  )
  const filled = depths.filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => LENGTH_CELL.test(cell)) ? ['', ...depths] : null
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

/** A title over several columns is only above the first of them if its cells are merged in a spreadsheet. */
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

/** Tables whose units and clock are in their makers' descriptions, and not in the file. */
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
  // Davis calls the tension of a Watermark moisture, cb
  if (bare.some((name) => /^ARC\.|^INT\.$/.test(name)) && bare.some((name) => name.includes('MOIST')))
    return { format: 'Davis WeatherLink', units: [[/moist/i, 'cb']] }
  return null
}

const USDA = 'USDA SCAN and SNOTEL'
const IRROMETER = 'Irrometer'

function formatOf(names: readonly string[], preamble: readonly string[]): string | null {
  const text = [...preamble, ...names].join('\n')
  if (/plot title|LGR S\/N|SEN S\/N|date[- ]time[ ,]+\(?gmt/i.test(text)) return 'HOBO'
  if (names.filter((name) => /^[AST]\d{1,2}\s?\(\d+(\.\d+)?\)$/.test(name)).length > 0)
    return 'Sentek IrriMAX'
  if (
    names.some((name) => /^[A-Z]{3,4}\.[A-Z]-\d+/.test(name)) ||
    /wcc\.sc\.egov\.usda|SNOTEL|National Water and Climate|Natural Resources Conservation Service/i.test(text)
  )
    return USDA
  if (/irrometer|watermark monitor|\b900M\b/i.test(text)) return IRROMETER
  return null
}

/** A serial number or a title in the first lines; else the column names themselves. */
function loggerOf(preamble: readonly Row[], names: readonly string[]) {
  const first = preamble[0]?.cells.map((cell) => cell.trim().replaceAll(/[\uFEFF"]/g, '')) ?? []
  if (first[0] === 'TOA5') return { logger: `${first[2] ?? ''} ${first[3] ?? ''} ${first[7] ?? ''}`.trim() }
  const serials = [...new Set(names.flatMap((name) => /S\/N:\s?(\w+)/.exec(name)?.[1] ?? []))]
  if (serials[0] !== undefined) return { logger: `HOBO ${serials[0]}` }
  const title = first[0] ?? ''
  return title !== '' && !title.startsWith('#') ? { logger: title.slice(0, 80) } : {}
}
