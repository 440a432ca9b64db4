/** The soil of each cell: the surface through what trusted sensors say of the root zone, as on the live map. */
import { cellMiddle, cellSoils, nearestProbe, type SoilProbe } from '../../agronomy/prescription/cell-soil.ts'
import type { SoilLayer } from '../../agronomy/prescription/cell-water.ts'
import type { KrigingPoint } from '../../agronomy/kriging/kriging.ts'
import { solveMoisture } from '../../agronomy/surface/moisture-field.ts'
import { type MoistureField } from '../../agronomy/surface/solved-field.ts'
import { type FieldPoint, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { rootZoneMoisture } from '../../agronomy/soil/root-zone.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { PrescriptionLayer, PrescriptionProbe } from '../../contract/prescriptions.ts'
import type { FieldInputs } from './field-inputs.ts'

type ValueOf = (layer: PrescriptionLayer) => number | null
const trustedValue: ValueOf = ({ state, value }) => (state === 'used' ? value : null)
const lastValue: ValueOf = ({ state, value, last_trusted }) => (state === 'used' ? value : last_trusted)

/** Null where nothing is known of the whole field. */
export function fieldSoil(inputs: FieldInputs): (readonly SoilLayer[] | null)[] | null {
  const rootDepthIn = inputs.settings?.root_depth ?? null
  if (rootDepthIn === null || inputs.probes.length === 0) return null
  const valuesOf = (valueOf: ValueOf) =>
    inputs.probes.map((probe) => rootZoneValue(probe, inchesToMm(rootDepthIn), valueOf))
  const places = placesOf(inputs)
  const trusted = valuesOf(trustedValue)
  const doubted = inputs.probes.some(({ layers }) => layers.some(({ last_trusted }) => last_trusted !== null))
  return cellSoils({
    probes: places.map((place, at): SoilProbe => ({ ...place, trusted: trusted[at] !== null })),
    surface: surfaceThrough(places, trusted, inputs.wetted_radius_m),
    lastSurface: doubted ? surfaceThrough(places, valuesOf(lastValue), inputs.wetted_radius_m) : null,
    outerRadii: outerRadii(pivotOf(inputs)),
  })
}

interface Place extends FieldPoint {
  probe: PrescriptionProbe
  fieldCapacity: number
  wiltingPoint: number
}

function placesOf(inputs: FieldInputs): Place[] {
  const { place } = pivotOf(inputs)
  return inputs.probes.map((probe) => ({
    probe,
    ...toFieldPoint(place, { lat: probe.latitude, lng: probe.longitude }),
    fieldCapacity: probe.field_capacity,
    wiltingPoint: probe.wilting_point,
  }))
}

function rootZoneValue({ layers }: PrescriptionProbe, rootMm: number, valueOf: ValueOf): number | null {
  return rootZoneMoisture(
    layers.map((layer) => ({ depthCm: layer.depth_cm, value: valueOf(layer) })),
    rootMm,
  )
}

function surfaceThrough(
  places: readonly FieldPoint[],
  values: readonly (number | null)[],
  wettedRadius: number,
): MoistureField | null {
  const points = places.flatMap(({ x, y }, at): KrigingPoint[] => {
    const value = values[at] ?? null
    return value === null ? [] : [{ x, y, value }]
  })
  const field = solveMoisture(points, wettedRadius)
  return 'reason' in field ? null : field
}

/** The probe that speaks for a cell, and how far from its middle it stands; null without probes. */
export function probeOfCell(
  inputs: FieldInputs,
  sector: number,
  zone: number,
): { probe: PrescriptionProbe; distanceM: number } | null {
  const middle = cellMiddle(sector, zone, outerRadii(pivotOf(inputs)))
  const place = nearestProbe(middle, placesOf(inputs))
  return place && { probe: place.probe, distanceM: Math.hypot(place.x - middle.x, place.y - middle.y) }
}
