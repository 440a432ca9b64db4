/** Formats without column names: the meaning of each column is fixed by the maker. */
import { importMessage } from '#contract/imports/import-sentences.ts'
import type { ColumnHead, FileHead, HeadOptions } from './column-name.ts'
import { rounded } from './depth.ts'

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
          ? { why: importMessage('file_name') }
          : {
              quantity,
              unit: quantity === 'moisture' ? 'm3/m3' : '°C',
              depthCm: rounded(((Number(from) + Number(to)) / 2) * 100),
            },
    }) satisfies ColumnHead
  const ignored = { why: importMessage('where') }
  const shared = { format: 'ISMN', delimiter: null, offset: '+00:00', offsetBy: 'all times of ISMN are UTC' }
  const [site = '', second = ''] = lines
  const [, , network, station, from, to] = ISMN_SITE.exec(site) ?? []
  if (from !== undefined && ISMN_DATA.test(second))
    return {
      ...shared,
      columns: [
        { name: 'time', fixed: 'time' },
        measured(from, to),
        { name: 'flag', fixed: { why: importMessage('flag_lines') } },
        { name: 'flag of the network', fixed: { why: importMessage('flag_counts') } },
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
      { name: 'flag', fixed: { why: importMessage('flag_lines') } },
      { name: 'flag of the network', fixed: { why: importMessage('flag_counts') } },
    ],
    headerLine: 0,
    dataLine: 1,
    flag: { column: 11, good: ISMN_GOOD },
  }
}

/** In ISMN files date and time are one cell. */
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
/** Its lowest sensor is 8 cm down for temperature and averages moisture over 15 cm; the other two are in the air. */
const TOMST_CM = 8

/** No names at all, semicolons, UTC: the columns are fixed by the maker. */
function tomst(lines: readonly string[]): FileHead | null {
  const sample = lines.slice(0, 20).filter((line) => line.trim() !== '')
  if (sample.length === 0) return null
  const raw = sample.every((line) => TOMST_RAW.test(line))
  const joined = sample.every((line) => TOMST_JOINED.test(line))
  if (!raw && !joined) return null
  const air = { why: importMessage('in_air') }
  const serial = TOMST_JOINED.exec(sample[0] ?? '')?.[1]
  const unusedColumn = (name: string): ColumnHead => ({ name, fixed: { why: importMessage('not_of_soil') } })
  return {
    format: 'TOMST TMS',
    delimiter: ';',
    columns: [
      unusedColumn('number'),
      ...(joined ? [unusedColumn('file'), unusedColumn('serial')] : []),
      { name: 'time', fixed: 'time' },
      ...(raw ? [unusedColumn('time zone')] : []),
      { name: 'T1', fixed: { quantity: 'temperature', unit: '°C', depthCm: TOMST_CM } },
      { name: 'T2', fixed: air },
      { name: 'T3', fixed: air },
      {
        name: 'moisture count',
        fixed: { why: importMessage('raw_counts') },
      },
      ...(joined
        ? [{ name: 'moisture', fixed: { quantity: 'moisture' as const, unit: 'm3/m3', depthCm: TOMST_CM } }]
        : [unusedColumn('shaken')]),
      unusedColumn('fault'),
    ],
    headerLine: 0,
    dataLine: 1,
    offset: '+00:00',
    offsetBy: 'a TMS logger keeps UTC',
    ...(serial ? { logger: `TOMST ${serial}` } : {}),
  }
}

const ARRAY_LINE = /^\d{1,3},(?:19|20)\d{2},(\d{1,3}),(\d{1,4})(?:,[^,]*)+$/

/** Final storage of older Campbell loggers: no names, the array ID first, then year, day of the year and time. */
function campbellArray(lines: readonly string[]): FileHead | null {
  const sample = lines.slice(0, 20).filter((line) => line.trim() !== '')
  const sound = sample.every((line) => {
    const [, day = '0', clock = '9999'] = ARRAY_LINE.exec(line.trim()) ?? []
    return Number(day) >= 1 && Number(day) <= 366 && Number(clock) <= 2400 && Number(clock) % 100 < 60
  })
  const [first] = sample
  if (!sound || first === undefined || sample.length < 2) return null
  const cells = first.split(',')
  const array = cells[0] ?? ''
  const dataColumns = cells.slice(4).map((_, i): ColumnHead => ({ name: `column ${i + 5}` }))
  return {
    format: `Campbell array ${array}`,
    delimiter: ',',
    columns: [
      { name: 'array', fixed: { why: importMessage('table_number') } },
      ...['year', 'day_of_year', 'hhmm'].map((name) => ({ name })),
      ...dataColumns,
    ],
    headerLine: 0,
    dataLine: 1,
    flag: { column: 0, good: new RegExp(`^${array}$`), array },
  }
}

/** @returns null if it is none of them */
export const fixedHead = (lines: readonly string[], options: HeadOptions): FileHead | null =>
  ismn(lines, options) ?? tomst(lines) ?? campbellArray(lines)
