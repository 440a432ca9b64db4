/** Finds the soil columns of a file and reads texture, field capacity and wilting point from its rows. */
import { presetOfClass, type TextureClass, textureClass } from '../../agronomy/soil/texture-triangle.ts'
import { VWC } from '../../contract/limits.ts'
import type {
  SoilFileNote,
  SoilFilePreview,
  SoilFileQuery,
  SoilFileZone,
  SoilZoneSource,
} from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'
import type { SoilFeature } from './soil-features.ts'
import { textureIn } from './texture-words.ts'

type Row = SoilFeature['columns']
type Role = keyof typeof NAMES
export type ReadChoice = Omit<SoilFileQuery, 'system'>

/** Names by which columns are recognised, in lower case, in order of preference; those of SSURGO and CanSIS as in their tables. */
const NAMES = {
  name: [
    'name',
    'zone',
    'zone_name',
    'muname',
    'soil_name',
    'soilname',
    'soil',
    'musym',
    'map_symbol',
    'soil_code',
    'mukey',
    'label',
    'id',
  ],
  texture: [
    'texture',
    'texcl',
    'texdesc',
    'texture_class',
    'soil_texture',
    'texclass',
    'surftext',
    'texturerv',
  ],
  field_capacity: [
    'field_capacity',
    'fieldcapacity',
    'fc',
    'wthirdbar_r',
    'kp33',
    'wv0033',
    'kp10',
    'wtenthbar_r',
  ],
  wilting_point: ['wilting_point', 'wiltingpoint', 'wp', 'pwp', 'wfifteenbar_r', 'kp1500', 'wv1500'],
  sand: ['sandtotal_r', 'tsand', 'sand', 'sand_pct'],
  silt: ['silttotal_r', 'tsilt', 'silt', 'silt_pct'],
  clay: ['claytotal_r', 'tclay', 'clay', 'clay_pct'],
  top: ['hzdept_r', 'udepth'],
  bottom: ['hzdepb_r', 'ldepth'],
  share: ['comppct_r', 'percent'],
  stones: ['fragvol_r'],
  measure: [
    'eca',
    'ec',
    'ec_shallow',
    'ec_deep',
    'ec_sh',
    'ec_dp',
    'ecsh',
    'ecdp',
    'conductivity',
    'cond',
    'ec1',
    'ec_05',
    'ec_1',
    'cv',
    'ch',
    'em38',
    'em38_v',
    'em38_h',
    'ms_m',
  ],
} as const

/** A name as truncated in a dBASE table. */
const DBF_NAME = 10
/** Deeper soil matters little for roots. */
const DEPTH_CM = 100

export interface Columns {
  all: SoilFilePreview['columns']
  of: Record<Role, string | null>
  source: SoilZoneSource
  /** Unit of the column, m3/m3. */
  unit: { field_capacity: number; wilting_point: number }
  notes: SoilFileNote[]
}

/** @throws Problem('soil_file_column_unknown') if a given column does not exist */
export function findColumns(rows: readonly Row[], choice: ReadChoice): Columns {
  const all = columnsOf(rows)
  const usualColumn = (role: Role): string | null => {
    for (const usualName of NAMES[role]) {
      const found = all.find(({ name }) => isNamed(name, usualName))
      if (found) return found.name
    }
    return null
  }
  const columnFor = (role: 'name' | 'texture' | 'field_capacity' | 'wilting_point' | 'measure') => {
    const chosenName = choice[role]
    if (chosenName === undefined || chosenName === '') return usualColumn(role)
    if (!all.some(({ name }) => name === chosenName)) throw new Problem('soil_file_column_unknown')
    return chosenName
  }
  const of = {
    name: columnFor('name'),
    texture: columnFor('texture'),
    field_capacity: columnFor('field_capacity'),
    wilting_point: columnFor('wilting_point'),
    sand: usualColumn('sand'),
    silt: usualColumn('silt'),
    clay: usualColumn('clay'),
    top: usualColumn('top'),
    bottom: usualColumn('bottom'),
    share: usualColumn('share'),
    stones: usualColumn('stones'),
    measure: columnFor('measure'),
  }
  const columnNames = new Set(all.map(({ name }) => name.toLowerCase()))
  const { unit, notes } = unitsOf(rows, of)
  return { all, of, source: sourceOf(columnNames, of), unit, notes }
}

function isNamed(name: string, columnName: string): boolean {
  const own = name.toLowerCase()
  return own === columnName || (own.length === DBF_NAME && columnName.startsWith(own))
}

const COLUMNS_MAX = 200

function columnsOf(rows: readonly Row[]): SoilFilePreview['columns'] {
  const countsByName = new Map<string, { numbers: number; texts: number }>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (value === null || value === undefined || value === '') continue
      const counts = countsByName.get(name) ?? { numbers: 0, texts: 0 }
      if (numberOf(value) === null) counts.texts += 1
      else counts.numbers += 1
      countsByName.set(name, counts)
    }
  }
  return [...countsByName]
    .slice(0, COLUMNS_MAX)
    .map(([name, { numbers, texts }]) => ({ name, numbers: numbers > texts }))
}

function sourceOf(columnNames: ReadonlySet<string>, of: Columns['of']): SoilZoneSource {
  const has = (...names: string[]) => names.some((name) => [...columnNames].some((own) => isNamed(own, name)))
  if (has('wthirdbar_r', 'wfifteenbar_r', 'mukey', 'muname', 'texcl')) return 'ssurgo'
  if (has('kp33', 'kp1500', 'tsand', 'tclay')) return 'cansis'
  if (has('wv0033', 'wv1500')) return 'soilgrids'
  const soil = of.texture ?? of.field_capacity ?? of.sand
  return soil === null && of.measure !== null ? 'conductivity' : 'file'
}

/** Per cent, per mille and fractions all occur; a survey's unit is known, others are recognised by their magnitude. */
function unitsOf(rows: readonly Row[], of: Columns['of']): Pick<Columns, 'unit' | 'notes'> {
  const notes = new Set<SoilFileNote>()
  const unitOf = (column: string | null): number => {
    if (column === null) return 1
    const own = column.toLowerCase()
    if (own.startsWith('wv')) return 0.001
    if (/^w(third|fifteen|tenth)ba/.test(own)) return 0.01
    if (own.startsWith('kp')) notes.add('kp_units')
    if (!rows.some((row) => (numberOf(row[column]) ?? 0) > 1)) return 1
    notes.add('per_cent')
    return 0.01
  }
  const unit = { field_capacity: unitOf(of.field_capacity), wilting_point: unitOf(of.wilting_point) }
  return { unit, notes: [...notes] }
}

/** A number, or a text with one; null for missing values, which surveys also write as -9. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*$/i.test(value))
    return null
  return Number(value.replace(',', '.'))
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll('\0', '').trim()
    : ''
}

export type SoilOfRows = Pick<
  SoilFileZone,
  'texture' | 'texture_said' | 'field_capacity' | 'wilting_point'
> & {
  notes: SoilFileNote[]
}

/** Combines the rows of one place: horizons by their share of the upper metre, components by their proportion. */
export function soilOfRows(rows: readonly Row[], columns: Columns): SoilOfRows {
  const { of, unit } = columns
  const weighed = rows.map((row) => ({ row, weight: weightOf(row, of) }))
  const mean = (column: string | null, scale = 1) => weightedMean(weighed, column, scale, of)
  const limits = limitsOf(
    mean(of.field_capacity, unit.field_capacity),
    mean(of.wilting_point, unit.wilting_point),
  )
  const parts = ([of.sand, of.silt, of.clay] as const).map((column) => mean(column))
  const [sand, silt, clay] = parts
  const textures = textureOfRows(rows, of)
  const ofParts = sand != null && silt != null && clay != null ? textureClass(sand, silt, clay) : null
  const named: TextureClass | null = textures.named ?? ofParts
  const preset = named ? presetOfClass(named) : null
  const stands = preset !== null && !preset.exact && limits.field_capacity === null
  return {
    texture: preset?.texture ?? null,
    texture_said: textures.text ?? ofParts,
    ...limits,
    notes: [
      ...(stands ? (['texture_nearest'] as const) : []),
      ...(rows.length > 1 ? (['horizons'] as const) : []),
    ],
  }
}

/** The texture column; else a name with a texture in it, as in those of map units. */
function textureOfRows(
  rows: readonly Row[],
  of: Columns['of'],
): { text: string | null; named: TextureClass | null } {
  for (const column of [of.texture, of.name]) {
    if (column === null) continue
    for (const row of rows) {
      const text = textOf(row[column]).slice(0, 80)
      const named = textureIn(text)
      if (named) return { text: column === of.texture ? text : named, named }
    }
  }
  return { text: null, named: null }
}

function weightOf(row: Row, of: Columns['of']): number {
  const numberAt = (column: string | null) => (column === null ? null : numberOf(row[column]))
  const [top, bottom, share] = [numberAt(of.top), numberAt(of.bottom), numberAt(of.share)]
  const thickness =
    top === null || bottom === null ? 1 : Math.max(0, Math.min(bottom, DEPTH_CM) - Math.max(top, 0))
  return thickness * (share !== null && share > 0 ? share : 1)
}

function weightedMean(
  rows: readonly { row: Row; weight: number }[],
  column: string | null,
  scale: number,
  of: Columns['of'],
): number | null {
  if (column === null) return null
  let [sum, weights] = [0, 0]
  for (const { row, weight } of rows) {
    const value = numberOf(row[column])
    // -9 and similar codes are missing values
    if (value === null || value < 0 || !(weight > 0)) continue
    sum += value * scale * weight * fineShare(row, column, of)
    weights += weight
  }
  return weights > 0 ? sum / weights : null
}

/** Coarse fragments hold no water, so the volume between them counts. Figures of the fine earth stay as they are. */
function fineShare(row: Row, column: string, of: Columns['of']): number {
  if (of.stones === null || (column !== of.field_capacity && column !== of.wilting_point)) return 1
  const stones = numberOf(row[of.stones])
  return stones !== null && stones > 0 && stones < 100 ? 1 - stones / 100 : 1
}

/** Both or none: one without the other, or with the wilting point above, is not a soil. */
function limitsOf(capacity: number | null, wilting: number | null) {
  const fits =
    capacity !== null && wilting !== null && wilting > 0 && wilting < capacity && capacity <= VWC.max
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4
  return fits && rounded(wilting) < rounded(capacity)
    ? { field_capacity: rounded(capacity), wilting_point: rounded(wilting) }
    : { field_capacity: null, wilting_point: null }
}
