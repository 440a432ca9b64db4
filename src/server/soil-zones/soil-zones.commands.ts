/** `headgate soil-zones import`: imports a file of soil zones into a system, after showing how it was interpreted. */
import { readFile, stat } from 'node:fs/promises'
import { SOIL_TEXTURES } from '../../agronomy/soil/soil-texture.ts'
import { SOIL_FILE_BYTES_MAX } from '../../contract/limits.ts'
import type {
  SoilFileLeftOut,
  SoilFileNote,
  SoilFilePreview,
  SoilFileZone,
  SoilZoneBody,
} from '../../contract/soil-zones.ts'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { Problem } from '../kit/problem.ts'
import { systemById } from '../systems/membership.store.ts'
import { findSystem } from '../systems/systems.store.ts'
import type { ReadChoice } from './soil-columns.ts'
import { previewSoilFile } from './soil-file.ts'
import { importSoilZones } from './soil-zones.service.ts'

const column = { type: 'string' as const, value: 'COLUMN' }

export const soilZoneCommands: Command[] = [
  {
    name: 'soil-zones import',
    words: ['SYSTEM', 'FILE'],
    options: {
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      replace: { type: 'boolean' },
      confirmed: { type: 'boolean' },
      soil: { type: 'string', value: 'ZONE=clay;ZONE=0.36/0.22' },
      name: column,
      texture: column,
      'field-capacity': column,
      'wilting-point': column,
      measure: column,
      zones: { type: 'string', value: '2-5' },
    },
    run: runImport,
  },
]

async function runImport({ positionals, values, open, print }: CommandInput): Promise<number> {
  const [name = '', file = ''] = positionals
  const choice = choiceOf(values)
  const soils = soilsOf(text(values, 'soil') ?? '')
  const bytes = await bytesOf(file)
  const kit = await open()
  const found = await findSystem(kit.database.reader, name)
  if (!found) throw new UsageError(`no system is called "${name}"`)
  const system = await systemById(kit.database.reader, found.id)
  const preview = await previewSoilFile(bytes, system.pivot, choice)
  const zones = preview.zones.map((zone) => withSoil(zone, soils))
  const dryRun = values['dry-run'] === true
  const lacking = zones.filter(({ texture, field_capacity }) => texture === null && field_capacity === null)
  const body = { zones: zones.map((zone) => bodyOf(zone, preview, values['confirmed'] === true)) }
  const ready = !dryRun && zones.length > 0 && lacking.length === 0
  const stored = ready
    ? await importSoilZones(kit, system, { ...body, replace: values['replace'] === true })
    : 0
  if (values['json'] === true) print(JSON.stringify({ system: name, stored, ...preview, zones }))
  else for (const line of report(preview, zones)) print(line)
  if (values['json'] !== true) print(ending(name, { dryRun, stored, lacking }))
  return dryRun || stored > 0 ? 0 : 1
}

type Values = CommandInput['values']

function text(values: Values, option: string): string | undefined {
  const value = values[option]
  return typeof value === 'string' ? value : undefined
}

/** @throws UsageError */
function choiceOf(values: Values): ReadChoice {
  const zones = text(values, 'zones')
  if (zones !== undefined && zones !== '2' && zones !== '3' && zones !== '4' && zones !== '5')
    throw new UsageError('--zones: 2, 3, 4 or 5')
  return {
    name: text(values, 'name'),
    texture: text(values, 'texture'),
    field_capacity: text(values, 'field-capacity'),
    wilting_point: text(values, 'wilting-point'),
    measure: text(values, 'measure'),
    zones,
  }
}

/** @throws UsageError */
async function bytesOf(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > SOIL_FILE_BYTES_MAX) throw new Problem('soil_file_too_large')
    return await readFile(file)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new UsageError(`${file} cannot be opened`)
  }
}

type Soil = Pick<SoilFileZone, 'texture' | 'field_capacity' | 'wilting_point'>

/** @throws UsageError */
function soilsOf(raw: string): Map<string, Soil> {
  const parts = raw.split(';').filter((part) => part.trim() !== '')
  return new Map(
    parts.map((part) => {
      const at = part.lastIndexOf('=')
      const [zone, soilText] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
      const soil = soilOf(soilText)
      if (at < 1 || !soil)
        throw new UsageError(`--soil: "${part.trim()}" is not ZONE=texture or ZONE=0.36/0.22`)
      return [zone, soil]
    }),
  )
}

function soilOf(text: string): Soil | null {
  const texture = SOIL_TEXTURES.find((candidate) => candidate === text.toLowerCase().replaceAll(' ', '_'))
  if (texture) return { texture, field_capacity: null, wilting_point: null }
  const limits = /^(0?\.\d+)\s*\/\s*(0?\.\d+)$/.exec(text)
  return limits && { texture: null, field_capacity: Number(limits[1]), wilting_point: Number(limits[2]) }
}

function withSoil(zone: SoilFileZone, soils: ReadonlyMap<string, Soil>): SoilFileZone {
  return { ...zone, ...soils.get(zone.name) }
}

function bodyOf(zone: SoilFileZone, { source }: SoilFilePreview, confirmed: boolean): SoilZoneBody {
  const { name, texture, field_capacity, wilting_point, polygons } = zone
  return { name, texture, field_capacity, wilting_point, polygons, confirmed, source }
}

const NOTES: Record<SoilFileNote, string> = {
  swapped: 'latitude and longitude were exchanged in the file, and were turned round',
  converted: 'coordinates were converted to WGS 84 by the .prj file',
  per_cent: 'field capacity and wilting point were taken as per cent by volume',
  kp_units: 'the file does not say the unit of KP33 and KP1500: look at the figures',
  texture_nearest:
    'a texture has no preset of its own: the one with the nearest available water stands for it',
  simplified: 'outlines were made simpler',
  survey:
    'a survey is coarser than variable rate needs: the zones count as guessed unless --confirmed is given',
  horizons: 'rows of one place were averaged over the upper metre',
  ranking: 'conductivity only ranks soils: say with --soil what each zone is',
}

const LEFT_OUT: Record<SoilFileLeftOut, string> = {
  outside: 'outside the wetted circle',
  no_polygon: 'no polygon',
  crossing: 'its outline crosses itself',
  too_small: 'too small to count',
  too_many: 'a system has at most 50 zones',
  no_value: 'no number in the column',
}

function* report(preview: SoilFilePreview, zones: readonly SoilFileZone[]): Generator<string> {
  const { format, source, features, read } = preview
  const columns = Object.entries(read).flatMap(([role, name]) =>
    name === null ? [] : [`${role.replaceAll('_', ' ')} ${name}`],
  )
  yield `${format}, ${source}, ${features} features; columns: ${columns.join(', ') || 'none recognised'}`
  for (const zone of zones)
    yield `  ${zone.name}: ${soilText(zone)}, ${hectares(zone.inside_m2)} inside the circle`
  for (const { name, reason } of preview.left_out) yield `  left out: ${name} (${LEFT_OUT[reason]})`
  for (const note of preview.notes) yield `note: ${NOTES[note]}`
  if (zones.length === 0)
    yield `no zones; say with --measure which column to cut: ${preview.columns.map(({ name }) => name).join(', ')}`
}

function soilText({ texture, field_capacity: capacity, wilting_point: wilting }: SoilFileZone): string {
  const limits = capacity === null || wilting === null ? '' : `FC ${capacity} WP ${wilting}`
  return [texture?.replaceAll('_', ' ') ?? '', limits].filter(Boolean).join(' ') || 'soil not known'
}

function hectares(squareMetres: number): string {
  return `${(squareMetres / 10_000).toFixed(2)} ha`
}

interface Outcome {
  dryRun: boolean
  stored: number
  lacking: readonly SoilFileZone[]
}

function ending(name: string, { dryRun, stored, lacking }: Outcome): string {
  if (dryRun) return 'dry run: nothing was stored'
  if (stored > 0) return `stored ${stored} soil zones on ${name}`
  const missing = lacking.map((zone) => `"${zone.name}"`).join(', ')
  return lacking.length > 0
    ? `nothing was stored: say the soil of ${missing} with --soil`
    : 'nothing was stored'
}
