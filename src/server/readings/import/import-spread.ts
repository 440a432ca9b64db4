/** Pivots a table with one measurement per line: each variable becomes a column, which is then interpreted by its heading. */
import { type ColumnHead, type FileHead, readColumn } from '../loggers/column-name.ts'
import type { ImportChoice } from './import-choice.ts'
import type { FileLine, LineSource } from './import-file.ts'

const VARIABLE_NAMES = [
  'variable',
  'variables',
  'variable_name',
  'variable name',
  'parameter',
  'parameter_name',
  'parameter name',
  'quantity',
  'measurement',
  'measure',
  'measurement_type',
  'measurand',
  'metric',
  'element',
  'observed_property',
  'property',
  'attribute',
  'channel',
  'data_type',
  'datatype',
  'sensor_type',
  'type',
  'variable code',
  'variablecode',
  'grandeur',
  'paramètre',
  'sensor',
]
const VALUE_NAMES = [
  'value',
  'values',
  'data_value',
  'datavalue',
  'data value',
  'reading',
  'result',
  'valeur',
  'wert',
]
const UNIT_NAMES = ['unit', 'units', 'uom', 'unit_of_measure', 'unité', 'einheit']
const SENSOR = /^P\d{1,6}-\d{1,4}(\.\d+)?cm\b/i

/** More distinct values than this are not variable names. */
const VARIABLES_MAX = 200
/** Lines of each variable by which its unit and its values are judged. */
const SAMPLE_LINES = 100

interface Places {
  variable: number
  value: number
  unit: number
}

function placesIn({ columns }: FileHead): Places | null {
  const names = columns.map(({ name }) => name.trim().toLowerCase())
  const among = (candidates: readonly string[]) =>
    candidates.map((name) => names.indexOf(name)).find((column) => column >= 0) ?? -1
  const places = { variable: among(VARIABLE_NAMES), value: among(VALUE_NAMES), unit: among(UNIT_NAMES) }
  return places.variable >= 0 && places.value >= 0 ? places : null
}

interface Variable {
  head: ColumnHead
  samples: string[][]
}

/**
 * The file is read once for the names of its variables.
 *
 * @returns the same source if it has no variables, or options give the meaning of its columns
 */
export async function spreadVariables(source: LineSource, choice: ImportChoice): Promise<LineSource> {
  const places = source.head && choice.value === undefined && !choice.depths ? placesIn(source.head) : null
  if (!source.head || !places) return source
  const variables = await variablesOf(source, places)
  if (!variables) return source
  const { head } = source
  const keys = [...variables.keys()].sort()
  const at = new Map(keys.map((key, i) => [key, i]))
  const keyColumns = head.columns.flatMap((_, i) => (Object.values(places).includes(i) ? [] : [i]))
  const spread = (cells: readonly string[]): string[] => {
    const wide = Array.from({ length: keys.length }, () => '')
    wide[at.get(keyOf(cells, places)) ?? keys.length] = cells[places.value] ?? ''
    return [...keyColumns.map((i) => cells[i] ?? ''), ...wide]
  }
  const columns = [
    ...keyColumns.flatMap((i) => head.columns[i] ?? []),
    ...keys.flatMap((key) => variables.get(key)?.head ?? []),
  ]
  return {
    about: `${source.about}, a line a measurement`,
    head: { ...head, columns },
    progress: () => source.progress(),
    sample: keys.flatMap((key) => (variables.get(key)?.samples ?? []).map(spread)),
    async *lines(skip) {
      let hasHeader = false
      for await (const line of source.lines(skip)) {
        const cells: string[] = hasHeader ? spread(line.cells) : columns.map(({ name }) => name)
        hasHeader = true
        yield { number: line.number, cells } satisfies FileLine
      }
    },
  }
}

const keyOf = (cells: readonly string[], { variable, unit }: Places) =>
  `${cells[variable]?.trim() ?? ''}\n${unit < 0 ? '' : (cells[unit]?.trim() ?? '')}`

/** @returns null if these are not variables: too many, or none that is known */
async function variablesOf(
  source: LineSource,
  places: Places,
): Promise<ReadonlyMap<string, Variable> | null> {
  const found = new Map<string, Variable>()
  let first = true
  for await (const { cells } of source.lines(() => undefined)) {
    if (first) {
      first = false
      continue
    }
    const key = keyOf(cells, places)
    const variable = found.get(key)
    if (variable) {
      if (variable.samples.length < SAMPLE_LINES) variable.samples.push([...cells])
      continue
    }
    const [name = '', unit = ''] = key.split('\n')
    if (name === '') continue
    found.set(key, {
      head: { name, spread: true, ...(unit === '' ? {} : { unit }) },
      samples: [[...cells]],
    })
    if (found.size > VARIABLES_MAX) return null
  }
  const hasSensor = [...found.values()].some(
    ({ head }) => SENSOR.test(head.name) || readColumn(head).quantity !== undefined,
  )
  return hasSensor ? found : null
}
