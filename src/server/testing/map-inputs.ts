/** Map inputs for drawing tests: a machine of six towers and given probes. */
import type { SoilLimits } from '../../agronomy/soil/soil-texture.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { availableShare } from '../../agronomy/soil/available-water.ts'
import type { MapInputs, MapProbe } from '../maps/inputs/map-inputs.ts'

/** From FAO-56. */
const LOAM = { fieldCapacity: 0.25, wiltingPoint: 0.12 }

export const MAP_TIME = new Date('2026-07-12T20:32:00Z')
export const MAP_RADIUS = 400
const MAP_PIVOT: Pivot = {
  place: { lat: 51.06, lng: -114.15 },
  towerRadiiM: [60, 120, 180, 240, 300, 360],
  wettedRadiusM: MAP_RADIUS,
  arc: null,
  flowGpm: null,
  speed100MMin: null,
}

export function mapInputs(probes: MapProbe[], more: Partial<MapInputs> = {}): MapInputs {
  return {
    name: 'Homestead Quarter',
    timeZone: 'America/Edmonton',
    pivot: MAP_PIVOT,
    texture: 'loam',
    soil: LOAM,
    soilSource: 'texture',
    zones: [],
    rootDepthIn: 24,
    targetPercent: null,
    depthCm: null,
    span: null,
    probes,
    machine: null,
    water: null,
    contradicting: [],
    ...more,
  }
}

/** A sensor that represents the whole root zone. */
function influenceShare(value: number | null, limits: SoilLimits): Pick<MapProbe, 'share' | 'layers'> {
  const share = availableShare(value, limits)
  return { share, layers: [{ topMm: 0, bottomMm: 609.6, share }] }
}

/** A probe with a fresh reading, metres from the pivot and m3/m3. */
export function mapProbe(
  number: number,
  [x, y, value]: [number, number, number | null],
  more: Partial<MapProbe> = {},
): MapProbe {
  return {
    number,
    latitude: 51.06,
    longitude: -114.15,
    x,
    y,
    limits: LOAM,
    soilSource: 'texture',
    cover: 1,
    value,
    ...influenceShare(value, more.limits ?? LOAM),
    state: value === null ? 'silent' : 'measured',
    at: value === null ? null : MAP_TIME,
    oldest: value === null ? null : MAP_TIME,
    ...more,
  }
}
