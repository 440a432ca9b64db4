/** The soil of each cell: what trusted sensors say, as shares of available water, with the limits of the cell's own soil. */
import {
  type CellSoils,
  cellMiddle,
  cellSoils,
  type SoilProbe,
} from '../../agronomy/prescription/cell-soil.ts'
import { insideOutline, type Outline } from '../../agronomy/pivot/outline.ts'
import { type FieldPoint, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import {
  availableShare,
  availableSpan,
  rootZoneShare,
  type ShareLayer,
} from '../../agronomy/soil/available-water.ts'
import { probeDoubts } from '../../agronomy/soil/suspicion.ts'
import { nearestProbe, type SoilZone, zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import type { SoilLimits } from '../../agronomy/soil/soil-texture.ts'
import {
  clampToTrusted,
  limitInfluence,
  type PlannedPass,
  addOwnDeviation,
} from '../../agronomy/soil/probe-influence.ts'
import { solveLayers, profileAt } from '../../agronomy/surface/layered-field.ts'
import { WATER_RULES } from '../../agronomy/prescription/cell-water.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type {
  FieldInputs,
  PrescriptionInputs,
  PrescriptionLayer,
  PrescriptionProbe,
} from '../../contract/prescriptions.ts'
import type { SoilSource } from '../../contract/fields.ts'

type ValueOf = (layer: PrescriptionLayer) => number | null
const trustedValue: ValueOf = ({ state, value }) => (state === 'used' ? value : null)
const lastValue: ValueOf = ({ state, value, last_trusted }) => (state === 'used' ? value : last_trusted)
/** The last value of a suspect sensor counts only in its own cells: it may have been wrong before it was detected. */
const silentValue: ValueOf = (layer) => (layer.state === 'suspect' ? null : lastValue(layer))

/** The soil of a field, and which probes are outliers. */
export interface FieldSoil {
  /** Null when nothing is known of the whole field. */
  cells: CellSoils | null
  /** Without confirmed probes. */
  doubts: Doubt[]
}

type Doubt = NonNullable<PrescriptionInputs['doubts']>[number]

interface Speaking extends Place {
  /** Shares of sensors that are neither silent nor suspect. */
  used: ShareLayer[]
  /** The same including silent sensors' last values. */
  silent: ShareLayer[]
  /** And including suspect sensors' values. */
  last: ShareLayer[]
  /** Share of the root zone, with each layer capped at field capacity; null without a used sensor. */
  share: number | null
  heard: boolean
  doubt: Doubt | null
}

export function fieldSoil(inputs: FieldInputs): FieldSoil {
  const rootDepthIn = inputs.settings?.root_depth ?? null
  if (rootDepthIn === null) return { cells: null, doubts: [] }
  const rootMm = inchesToMm(rootDepthIn)
  const speaking = withDoubts(speakingProbes(inputs).map((place) => spoken(place, rootMm)))
  const believed = speaking.filter(({ doubt }) => doubt === null || doubt.doubt === 'ONLY')
  const cuts = speaking.flatMap(({ last }) => last.flatMap(({ topMm, bottomMm }) => [topMm, bottomMm]))
  const pass = passAhead(inputs, rootMm, believed)
  const through = (
    of: readonly Speaking[],
    layersOf: (place: Speaking) => readonly ShareLayer[],
    judged = isJudged,
  ) => {
    const heard = limitInfluence(
      of.map((place) => ({
        x: place.x,
        y: place.y,
        limits: place.limits,
        layers: layersOf(place),
        judged: judged(place),
      })),
      pass,
    )
    return { ...solveLayers(heard, inputs.wetted_radius_m, cuts), heard }
  }
  const surface = through(believed, ({ used }) => used)
  const alone = (place: Speaking) =>
    !believed.includes(place) || place.probe.layers.some(({ state }) => state === 'suspect')
  const othersOf = (place: Speaking) =>
    believed.flatMap((otherPlace) =>
      otherPlace === place
        ? []
        : { x: otherPlace.x, y: otherPlace.y, layers: otherPlace.used, judged: isJudged(otherPlace) },
    )
  const fellSilent = speaking.some(({ probe }) =>
    probe.layers.some(({ state, last_trusted }) => state === 'silent' && last_trusted !== null),
  )
  const cells =
    surface.groups.length === 0
      ? null
      : cellSoils(
          {
            probes: speaking.map((place): SoilProbe => ({
              x: place.x,
              y: place.y,
              ...place.limits,
              reporting: place.heard,
              outlier: alone(place),
            })),
            zones: soilZonesOf(inputs),
            surface,
            lastSurface: fellSilent ? through(believed, ({ silent }) => silent) : null,
            outlierSurface: speaking.some(alone)
              ? through(
                  speaking,
                  (place) =>
                    alone(place) && isJudged(place)
                      ? clampToTrusted(place.last, othersOf(place), pass)
                      : place.last,
                  () => false,
                )
              : null,
            outerRadii: outerRadii(pivotOf(inputs)),
          },
          (field, place) => addOwnDeviation(profileAt(field, place), place, field.heard, field.groups),
        )
  return { cells, doubts: speaking.flatMap(({ doubt }) => doubt ?? []) }
}

/** Lower limit for the size of a pass: with 0 a dry corner could get no water at all. */
const LEAST_PASS = 0.25

/** Confirmed probes count in full. */
function isJudged({ probe }: Place): boolean {
  return (probe.watched ?? false) && probe.verdict?.verdict !== 'trust'
}

/**
 * The pass as a share of the root zone's available water: the median deficit of the places, weather included, at most a pass
 * at 100 %, and at least a quarter of that where the field needs almost nothing.
 */
function passAhead(inputs: FieldInputs, rootMm: number, believed: readonly Speaking[]): PlannedPass {
  const { settings, weather, efficiency = WATER_RULES.efficiency } = inputs
  const span = believed.reduce((sum, { limits }) => sum + availableSpan(limits), 0) / believed.length
  const rootZoneMm = rootMm * (span || 1)
  const full = (inchesToMm(settings?.application_rate ?? 1) * efficiency) / rootZoneMm
  const target = (settings?.target_moisture ?? 100) / 100
  const neededShare = target + ((weather?.et_mm ?? 0) - (weather?.rain_mm ?? 0)) / rootZoneMm
  const lacks = believed
    .flatMap(({ share }) => (share === null ? [] : neededShare - share))
    .toSorted((a, b) => a - b)
  const lack = lacks[Math.floor(lacks.length / 2)] ?? 0
  return {
    rootMm,
    target: neededShare,
    fullPass: full,
    applied: Math.max(LEAST_PASS * full, Math.min(full, lack)),
  }
}

function spoken(place: Place, rootMm: number): Speaking {
  const { probe, limits } = place
  const used = sharesOf(probe, limits, trustedValue, rootMm)
  const countedLayers = used.map((layer) => ({
    ...layer,
    share: layer.share === null ? null : Math.min(layer.share, 1),
  }))
  return {
    ...place,
    used,
    silent: sharesOf(probe, limits, silentValue, rootMm),
    last: sharesOf(probe, limits, lastValue, rootMm),
    share: rootZoneShare(countedLayers, rootMm).share,
    heard: probe.layers.some(({ state, top_mm: topMm }) => state !== 'silent' && topMm < rootMm),
    doubt: null,
  }
}

function evidenceIn({ watched = false, watered = false }: PrescriptionProbe) {
  return { watched, watered }
}

/** Confirmed probes are not asked about again, and count like any other. */
function withDoubts(speaking: readonly Speaking[]): Speaking[] {
  const reports = speaking.flatMap((place) =>
    place.share === null
      ? []
      : [{ place, x: place.x, y: place.y, share: place.share, ...evidenceIn(place.probe) }],
  )
  const doubts = probeDoubts(reports)
  return speaking.map((place) => {
    const at = reports.findIndex((report) => report.place === place)
    const found = doubts[at]
    if (!found || place.share === null) return place
    const { verdict, number } = place.probe
    if (verdict?.verdict === 'trust' && verdict.about.includes(found.doubt)) return place
    const percents = found.neighbours?.map((share) => 100 * share)
    return {
      ...place,
      doubt: {
        probe: number,
        doubt: found.doubt,
        available_percent: 100 * place.share,
        neighbours_percent: percents ? [percents[0] ?? 0, percents[1] ?? 0] : null,
      },
    }
  })
}

/** Nothing below the roots is needed. */
function sharesOf(
  { layers }: PrescriptionProbe,
  limits: SoilLimits,
  valueOf: ValueOf,
  rootMm: number,
): ShareLayer[] {
  return layers
    .filter(({ top_mm: topMm }) => topMm < rootMm)
    .map((layer) => ({
      topMm: layer.top_mm,
      bottomMm: layer.bottom_mm,
      share: availableShare(valueOf(layer), limits),
    }))
}

interface Place extends FieldPoint {
  probe: PrescriptionProbe
  limits: SoilLimits
  source: SoilSource
  zone: NamedZone | null
}

interface NamedZone extends SoilZone {
  name: string
  confirmed: boolean
}

function soilZonesOf(inputs: FieldInputs): NamedZone[] {
  return (inputs.soil_zones ?? []).map(
    ({ name, confirmed = false, polygon, field_capacity, wilting_point }) => ({
      name,
      confirmed,
      outline: outlineOf(inputs, polygon),
      limits: { fieldCapacity: field_capacity, wiltingPoint: wilting_point },
    }),
  )
}

function outlineOf(inputs: FieldInputs, polygon: readonly (readonly [number, number])[]): Outline {
  const { place } = pivotOf(inputs)
  return polygon.map(([lat, lng]) => toFieldPoint(place, { lat, lng }))
}

/** Limits set for a probe come first, then those of its soil zone, then the system's. */
function placesOf(inputs: FieldInputs): Place[] {
  const { place } = pivotOf(inputs)
  const zoneOf = zoneFinder(soilZonesOf(inputs))
  return inputs.probes.map((probe) => {
    const point = toFieldPoint(place, { lat: probe.latitude, lng: probe.longitude })
    const source = probe.soil_source ?? 'probe'
    const zone = source === 'probe' ? null : zoneOf(point)
    const own = { fieldCapacity: probe.field_capacity, wiltingPoint: probe.wilting_point }
    return { probe, ...point, limits: zone?.limits ?? own, source: zone ? 'zone' : source, zone }
  })
}

/**
 * A probe inside a geofence of 0 % affects no cell outside of it, and those inside are 0: ground that is kept dry, or a
 * slough, says nothing about the field around.
 */
function speakingProbes(inputs: FieldInputs): Place[] {
  const dry = inputs.geofences
    .filter(({ prescription }) => prescription === 0)
    .map(({ polygon }) => outlineOf(inputs, polygon))
  return placesOf(inputs).filter((place) => !dry.some((outline) => insideOutline(place, outline)))
}

/** The soil and the nearest probe of a cell; null without probes. */
export interface SoilOfCell {
  probe: PrescriptionProbe
  /** Distance from the centre of the cell. */
  distanceM: number
  limits: SoilLimits
  source: SoilSource
  /** Name of the soil zone whose limits apply. */
  zone: string | null
  /** The zone is not confirmed. */
  guessed: boolean
}

export function soilOfCell(inputs: FieldInputs, sector: number, zone: number): SoilOfCell | null {
  const middle = cellMiddle(sector, zone, outerRadii(pivotOf(inputs)))
  const nearest = nearestProbe(middle, speakingProbes(inputs))
  if (nearest === null) return null
  const own = zoneFinder(soilZonesOf(inputs))(middle)
  const soilZone = own ?? nearest.zone
  return {
    probe: nearest.probe,
    distanceM: Math.hypot(nearest.x - middle.x, nearest.y - middle.y),
    limits: own?.limits ?? nearest.limits,
    source: own ? 'zone' : nearest.source,
    zone: soilZone?.name ?? null,
    guessed: soilZone !== null && !soilZone.confirmed,
  }
}
