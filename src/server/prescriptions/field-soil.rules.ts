/** The soil of each cell: what trusted sensors say, as shares of available water, with the limits of the cell's own soil. */
import { cellMiddle, cellSoils, type SoilProbe } from '../../agronomy/prescription/cell-soil.ts'
import type { SoilLayer } from '../../agronomy/prescription/cell-water.ts'
import { insideOutline, type Outline } from '../../agronomy/pivot/outline.ts'
import { type FieldPoint, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { availableShare, rootZoneShare, type ShareLayer } from '../../agronomy/soil/available-water.ts'
import { nearestProbe, type SoilZone, zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import type { SoilLimits } from '../../agronomy/soil/soil-texture.ts'
import { solveLayers } from '../../agronomy/surface/layered-field.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { FieldInputs, PrescriptionLayer, PrescriptionProbe } from '../../contract/prescriptions.ts'
import type { SoilSource } from '../../contract/sensors.ts'

/** Layers of each cell, sector-major; null where the nearest probe is not trusted. */
export type CellSoils = (readonly SoilLayer[] | null)[]

type ValueOf = (layer: PrescriptionLayer) => number | null
const trustedValue: ValueOf = ({ state, value }) => (state === 'used' ? value : null)
const lastValue: ValueOf = ({ state, value, last_trusted }) => (state === 'used' ? value : last_trusted)

/** Null where nothing is known of the whole field. */
export function fieldSoil(inputs: FieldInputs): CellSoils | null {
  const rootDepthIn = inputs.settings?.root_depth ?? null
  const places = speakingProbes(inputs)
  if (rootDepthIn === null || places.length === 0) return null
  const rootMm = inchesToMm(rootDepthIn)
  const profilesOf = (valueOf: ValueOf) =>
    places.map(({ probe, x, y, limits }) => ({
      x,
      y,
      limits,
      layers: sharesOf(probe, limits, valueOf, rootMm),
    }))
  const trusted = profilesOf(trustedValue)
  const isTrusted = (at: number) => rootZoneShare(trusted[at]?.layers ?? [], rootMm).share !== null
  const doubted = places.some(({ probe }) => probe.layers.some(({ last_trusted }) => last_trusted !== null))
  const last = doubted ? profilesOf(lastValue) : []
  const cuts = last.flatMap(({ layers }) => layers.flatMap((layer) => [layer.topMm, layer.bottomMm]))
  const surface = solveLayers(trusted, inputs.wetted_radius_m, cuts)
  return cellSoils({
    probes: places.map(({ x, y, limits }, at): SoilProbe => ({ x, y, ...limits, trusted: isTrusted(at) })),
    zones: soilZonesOf(inputs),
    surface: surface.groups.length > 0 ? surface : null,
    lastSurface: doubted ? solveLayers(last, inputs.wetted_radius_m, surface.layers.flatMap(endsOf)) : null,
    outerRadii: outerRadii(pivotOf(inputs)),
  })
}

function endsOf({ topMm, bottomMm }: Pick<ShareLayer, 'topMm' | 'bottomMm'>): number[] {
  return [topMm, bottomMm]
}

/** Below the roots nothing is asked. */
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

/** Limits set for a probe are its own; else the zone in which it stands knows its soil better than the system. */
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
 * A probe inside a geofence of 0 % speaks for no cell outside of it, and those inside are 0: ground that is kept dry, or a
 * slough, says nothing of the field around.
 */
function speakingProbes(inputs: FieldInputs): Place[] {
  const dry = inputs.geofences
    .filter(({ prescription }) => prescription === 0)
    .map(({ polygon }) => outlineOf(inputs, polygon))
  return placesOf(inputs).filter((place) => !dry.some((outline) => insideOutline(place, outline)))
}

/** Whose soil a cell is, and the probe that speaks for it; null without probes. */
export interface SoilOfCell {
  probe: PrescriptionProbe
  /** From the middle of the cell. */
  distanceM: number
  limits: SoilLimits
  source: SoilSource
  /** Name of the soil zone whose limits count. */
  zone: string | null
  /** Nobody has confirmed that zone. */
  guessed: boolean
}

export function soilOfCell(inputs: FieldInputs, sector: number, zone: number): SoilOfCell | null {
  const middle = cellMiddle(sector, zone, outerRadii(pivotOf(inputs)))
  const nearest = nearestProbe(middle, speakingProbes(inputs))
  if (nearest === null) return null
  const own = zoneFinder(soilZonesOf(inputs))(middle)
  const named = own ?? nearest.zone
  return {
    probe: nearest.probe,
    distanceM: Math.hypot(nearest.x - middle.x, nearest.y - middle.y),
    limits: own?.limits ?? nearest.limits,
    source: own ? 'zone' : nearest.source,
    zone: named?.name ?? null,
    guessed: named !== null && !named.confirmed,
  }
}
