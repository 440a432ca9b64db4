/** Turns a file into proposed soil zones for one field, with a report of what was read and skipped. */
import {
  classGrid,
  classOf,
  type MeasuredPoint,
  naturalBreaks,
} from '../../agronomy/soil/conductivity-zones.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import {
  SOIL_CORNERS_PER_SYSTEM_MAX,
  SOIL_ZONE_NAME_MAX,
  SOIL_ZONE_POLYGONS_MAX,
  SOIL_ZONES_PER_SYSTEM_MAX,
} from '../../contract/limits.ts'
import type {
  SoilFileLeftOut,
  SoilFileNote,
  SoilFilePreview,
  SoilFileZone,
} from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'
import { type Columns, findColumns, numberOf, type ReadChoice, soilOfRows, textOf } from './soil-columns.ts'
import { readSoilFeatures, type SoilFeature } from './soil-features.ts'
import {
  cutToField,
  type FieldPolygon,
  joined,
  simplified,
  toField,
  TOLERANCES_M,
  toPins,
} from './soil-shapes.ts'
import { zoneAreas } from './soil-zones.rules.ts'

/** A zone before its outlines are simplified. */
interface Proposal extends Omit<SoilFileZone, 'polygons' | 'area_m2' | 'inside_m2'> {
  pieces: FieldPolygon[]
}

interface Proposals {
  zones: Proposal[]
  notes: SoilFileNote[]
  leftOut: { name: string; reason: SoilFileLeftOut }[]
}

/** Default number of zones for a conductivity map. */
const MEASURED_ZONES = 3
/** Cells across the circle, which set the detail of zones of measured points. */
const GRID_SIDE = 40
const MEASURED_POINTS_MIN = 10
/** Points of a file that are used, evenly sampled: neighbours on a transect are alike. */
const MEASURED_POINTS_MAX = 20_000

/** @throws Problem with the error in the file */
export function soilFileZones(file: Buffer, pivot: Pivot, choice: ReadChoice): SoilFilePreview {
  const { format, features, notes } = readSoilFeatures(file, pivot.place)
  const columns = findColumns(
    features.map((feature) => feature.columns),
    choice,
  )
  const proposals = proposalsOf(features, columns, pivot, choice)
  const hasMeasure = proposals.zones.some(({ measure }) => measure !== null)
  const simple = simplifyAll(proposals, pivot)
  if (simple.zones.length === 0 && simple.leftOut.length > 0 && simple.leftOut.every(isElsewhere))
    throw new Problem('soil_file_elsewhere')
  const survey = ['ssurgo', 'cansis', 'soilgrids'].includes(columns.source)
  return {
    format,
    source: hasMeasure ? 'conductivity' : columns.source,
    features: features.length,
    columns: columns.all,
    read: {
      name: columns.of.name,
      texture: columns.of.texture,
      field_capacity: columns.of.field_capacity,
      wilting_point: columns.of.wilting_point,
      measure: hasMeasure ? columns.of.measure : null,
    },
    notes: [
      ...new Set<SoilFileNote>([
        ...notes,
        ...(hasMeasure ? (['ranking'] as const) : columns.notes),
        ...simple.notes,
        ...(survey && !hasMeasure ? (['survey'] as const) : []),
      ]),
    ],
    zones: simple.zones,
    left_out: simple.leftOut,
  }
}

function isElsewhere({ reason }: { reason: SoilFileLeftOut }): boolean {
  return reason === 'outside'
}

function proposalsOf(
  features: readonly SoilFeature[],
  columns: Columns,
  pivot: Pivot,
  choice: ReadChoice,
): Proposals {
  const hasMeasure = (choice.measure ?? '') !== '' || columns.source === 'conductivity'
  const polygons = features.some((feature) => feature.polygons.length > 0)
  if (!hasMeasure)
    return polygons ? soilProposals(features, columns, pivot) : { zones: [], notes: [], leftOut: [] }
  const column = columns.of.measure
  if (column === null) throw new Problem('soil_file_column_unknown')
  const count = Number(choice.zones ?? MEASURED_ZONES)
  return polygons
    ? measuredPolygons(features, column, pivot, count)
    : measuredPoints(features, column, pivot, count)
}

/** One zone for each soil: the same map unit, wherever it is. */
function soilProposals(features: readonly SoilFeature[], columns: Columns, pivot: Pivot): Proposals {
  const zones = new Map<string, Proposal>()
  const notes: SoilFileNote[] = []
  const leftOut: Proposals['leftOut'] = []
  for (const [at, { polygons, rows }] of placesOf(features).entries()) {
    const { notes: soilNotes, ...soil } = soilOfRows(rows, columns)
    const nameText = columns.of.name === null ? '' : textOf(rows[0]?.[columns.of.name])
    const name = nameOf(nameText || soil.texture_said || `Zone ${at + 1}`)
    const { pieces, reason } = cut(polygons, pivot)
    if (reason) leftOut.push({ name, reason })
    if (pieces.length === 0) continue
    notes.push(...soilNotes)
    const key = JSON.stringify([name, soil])
    const zone = zones.get(key)
    if (zone) zone.pieces.push(...pieces)
    else zones.set(key, { name, ...soil, pieces, measure: null })
  }
  return { zones: [...zones.values()], notes, leftOut }
}

/** Rows with the same place, one for each of its horizons or components, are merged. */
function placesOf(features: readonly SoilFeature[]) {
  const places = new Map<string, { polygons: SoilFeature['polygons']; rows: SoilFeature['columns'][] }>()
  for (const { polygons, columns } of features) {
    if (polygons.length === 0) continue
    const corners = polygons.flat(2)
    const key = JSON.stringify([corners.length, corners.slice(0, 3), corners.at(-1)])
    const samePlace = places.get(key)
    if (samePlace) samePlace.rows.push(columns)
    else places.set(key, { polygons, rows: [columns] })
  }
  return [...places.values()]
}

function cut(
  polygons: SoilFeature['polygons'],
  pivot: Pivot,
): { pieces: FieldPolygon[]; reason: SoilFileLeftOut | null } {
  const cuts = polygons.map((rings) => cutToField(toField(rings, pivot), pivot))
  const pieces = cuts.flatMap((cutPieces) => (cutPieces === 'crossing' ? [] : cutPieces))
  if (cuts.includes('crossing')) return { pieces, reason: 'crossing' }
  return { pieces, reason: pieces.length === 0 ? 'outside' : null }
}

/** Characters refused by the database and file formats become a space. */
function nameOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SOIL_ZONE_NAME_MAX)
    .toWellFormed()
}

function measuredProposal(column: string, values: readonly number[], pieces: FieldPolygon[]): Proposal {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((greatest, value) => Math.max(greatest, value), -Infinity)
  const figure = (value: number) => String(Number(value.toPrecision(3)))
  return {
    name: nameOf(`${column} ${figure(low)} to ${figure(high)}`),
    texture: null,
    texture_said: null,
    field_capacity: null,
    wilting_point: null,
    measure: { low, high },
    pieces,
  }
}

function measuredPolygons(
  features: readonly SoilFeature[],
  column: string,
  pivot: Pivot,
  count: number,
): Proposals {
  const leftOut: Proposals['leftOut'] = []
  const inside = features.flatMap(({ polygons, columns }, at) => {
    if (polygons.length === 0) return []
    const value = numberOf(columns[column])
    const { pieces, reason } =
      value === null ? { pieces: [], reason: 'no_value' as const } : cut(polygons, pivot)
    if (reason) leftOut.push({ name: `Row ${at + 1}`, reason })
    return value === null || pieces.length === 0 ? [] : [{ value, pieces }]
  })
  if (inside.length === 0) return { zones: [], notes: [], leftOut }
  const breaks = naturalBreaks(
    inside.map(({ value }) => value),
    count,
  )
  const zones = Array.from({ length: breaks.length + 1 }, (_, group) => {
    const members = inside.filter(({ value }) => classOf(value, breaks) === group)
    return measuredProposal(
      column,
      members.map(({ value }) => value),
      joined(members.flatMap(({ pieces }) => pieces)),
    )
  })
  return { zones: zones.filter(({ pieces }) => pieces.length > 0), notes: [], leftOut }
}

/** @throws Problem('soil_file_column_unknown') if too few points have a number */
function measuredPoints(
  features: readonly SoilFeature[],
  column: string,
  pivot: Pivot,
  count: number,
): Proposals {
  const pointsOfFile = features.flatMap(({ points, columns }): MeasuredPoint[] => {
    const value = numberOf(columns[column])
    if (value === null) return []
    return points.map(([lat, lng]) => ({ ...toFieldPoint(pivot.place, { lat, lng }), value }))
  })
  const near = pointsOfFile.filter(({ x, y }) => Math.hypot(x, y) <= pivot.wettedRadiusM * 1.1)
  if (near.length === 0 && pointsOfFile.length > 0) throw new Problem('soil_file_elsewhere')
  if (near.length < MEASURED_POINTS_MIN) throw new Problem('soil_file_column_unknown')
  const step = Math.max(1, Math.ceil(near.length / MEASURED_POINTS_MAX))
  const points = near.filter((_, at) => at % step === 0)
  const breaks = naturalBreaks(
    points.map(({ value }) => value),
    count,
  )
  const { side, cellM, classes } = classGrid(points, pivot.wettedRadiusM, breaks, GRID_SIDE)
  const zones = Array.from({ length: breaks.length + 1 }, (_, group) => {
    const strips = stripsOf(classes, side, group).map(({ row, from, to }): FieldPolygon => {
      const edge = (at: number) => -pivot.wettedRadiusM + at * cellM
      const [west, east, south, north] = [edge(from), edge(to), edge(row), edge(row + 1)]
      return [
        [
          { x: west, y: south },
          { x: east, y: south },
          { x: east, y: north },
          { x: west, y: north },
        ],
      ]
    })
    const values = points.filter(({ value }) => classOf(value, breaks) === group).map(({ value }) => value)
    return measuredProposal(column, values, joined(strips))
  })
  return { zones: zones.filter(({ pieces }) => pieces.length > 0), notes: [], leftOut: [] }
}

/** Adjacent cells of a row that belong to a class. */
function stripsOf(classes: Int8Array, side: number, group: number) {
  const strips: { row: number; from: number; to: number }[] = []
  classes.forEach((soilClass, at) => {
    if (soilClass !== group) return
    const [row, column] = [Math.floor(at / side), at % side]
    const last = strips.at(-1)
    if (last && last.row === row && last.to === column) last.to += 1
    else strips.push({ row, from: column, to: column + 1 })
  })
  return strips
}

type Simple = { zones: SoilFileZone[]; notes: SoilFileNote[]; leftOut: Proposals['leftOut'] }

/** As detailed as the limit for all of them allows. */
function simplifyAll({ zones, notes, leftOut }: Proposals, pivot: Pivot): Simple {
  const blocky = zones.some(({ measure }) => measure !== null)
  // neighbours of a grid share their edges, which would separate if each were moved by itself
  const tolerances = blocky ? [0.01, ...TOLERANCES_M] : TOLERANCES_M
  let coarse: Simple = { zones: [], notes, leftOut }
  for (const [at, toleranceM] of tolerances.entries()) {
    coarse = simplifiedZones(zones, pivot, toleranceM)
    const corners = coarse.zones.reduce((sum, { polygons }) => sum + polygons.flat(2).length, 0)
    const crossing = coarse.leftOut.some(({ reason }) => reason === 'crossing')
    if (corners > SOIL_CORNERS_PER_SYSTEM_MAX || (crossing && at + 1 < tolerances.length)) continue
    const simpler = at > 1 ? (['simplified'] as const) : []
    return { ...coarse, notes: [...notes, ...simpler], leftOut: [...leftOut, ...coarse.leftOut] }
  }
  throw new Problem('soil_zones_too_fine')
}

function simplifiedZones(zones: readonly Proposal[], pivot: Pivot, toleranceM: number): Simple {
  const leftOut: Proposals['leftOut'] = []
  const drawable = zones.flatMap(({ pieces, ...zone }): SoilFileZone[] => {
    const shapes = pieces.map((piece) => simplified(piece, toleranceM))
    const outlines = shapes.flatMap((shape) => (shape ? [toPins(shape, pivot)] : []))
    if (outlines.length < shapes.length) leftOut.push({ name: zone.name, reason: 'crossing' })
    const polygons = outlines.slice(0, SOIL_ZONE_POLYGONS_MAX)
    const { areaM2, insideM2 } = zoneAreas(polygons, pivot)
    if (polygons.length > 0 && insideM2 < LEAST_INSIDE_M2)
      leftOut.push({ name: zone.name, reason: 'too_small' })
    if (insideM2 < LEAST_INSIDE_M2) return []
    return [{ ...zone, polygons, area_m2: Math.round(areaM2), inside_m2: Math.round(insideM2) }]
  })
  drawable.sort((a, b) => b.inside_m2 - a.inside_m2)
  const many = drawable.splice(SOIL_ZONES_PER_SYSTEM_MAX)
  leftOut.push(...many.map(({ name }) => ({ name, reason: 'too_many' as const })))
  return { zones: drawable, notes: [], leftOut }
}

/** Smaller than a cell of any machine. */
const LEAST_INSIDE_M2 = 50
