/** Definition of the demonstration farm: its owner, its three machines, and the positions of its probes. */
import type { CropKey } from '../../agronomy/balance/crop-keys.ts'
import { insideOutline } from '../../agronomy/pivot/outline.ts'
import type { LatLng, Pivot } from '../../agronomy/pivot/pivot.ts'
import { fromPolar, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { wettedRadius } from '../../agronomy/pivot/pivot-zones.ts'
import { baseTimer } from '../../agronomy/prescription/sector-speed.ts'
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { GeofenceBody, GeofencePin } from '../../contract/geofences.ts'
import type { SoilZoneBody } from '../../contract/soil-zones.ts'

export const DEMO_CUSTOMER = { name: 'Marta Lindqvist', email: 'farmer@demo.example' }
export const DEMO_PROVIDER = { name: 'Prairie Pivot Supply', email: 'provider@demo.example' }
export const DEMO_TIME_ZONE = 'America/Edmonton'
export const PROBE_DEPTHS_CM = [20, 40, 60]

/** An outline by bearing in degrees and share of the wetted radius. */
interface DemoGeofence {
  name: string
  prescription: number
  pins: [bearing: number, share: number][]
}

/** An outline by bearing and share of the wetted radius, with its soil. */
interface DemoSoilZone {
  name: string
  texture: SoilTexture
  /** A person has confirmed it; otherwise it is shown as assumed. */
  confirmed: boolean
  pins: [bearing: number, share: number][]
}

export interface DemoField {
  system: string
  fieldName: string
  pivot: LatLng
  /** Cumulative, metres. */
  towerRadiiM: number[]
  overhangM: number
  arc: [number, number] | null
  texture: SoilTexture
  flowGpm: number
  /** Of the last tower at a timer of 100 %, metres a minute. */
  speed100MMin: number
  /**
   * Bearing in degrees and share of the wetted radius of each probe; its crop water use relative to the mean, if that is not
   * about 1: a dry corner has two probes, so that neither of them is an outlier.
   */
  probes: [bearing: number, share: number, thirst?: number][]
  firstProbe: number
  geofences: DemoGeofence[]
  soilZones: DemoSoilZone[]
  settings: { rateIn: number; rootIn: number; targetPercent: number }
  /** Planted when its history begins, so that its water use is at its peak now in any season. */
  crop: CropKey
  startAngleDeg: number
  /** Setting of the panel, if it differs from the requested one. */
  panelTimerPct: number | null
}

/** Crop water use in places exposed to wind, or on a slope. */
const DRY_CORNER = 1.25

/** Radii of equally spaced towers, metres. */
function spans(count: number, metres: number): number[] {
  return Array.from({ length: count }, (_, k) => (k + 1) * metres)
}

export const DEMO_FIELDS: DemoField[] = [
  {
    system: 'Homestead Quarter',
    fieldName: 'Homestead',
    pivot: { lat: 50.7021, lng: -112.4113 },
    towerRadiiM: spans(7, 54),
    overhangM: 14,
    arc: null,
    texture: 'loam',
    flowGpm: 850,
    speed100MMin: 3.2,
    probes: [
      [15, 0.3],
      [48, 0.72, DRY_CORNER],
      [95, 0.5, DRY_CORNER],
      [133, 0.9],
      [180, 0.35],
      [214, 0.66],
      [251, 0.88],
      [292, 0.48],
      [334, 0.8],
    ],
    firstProbe: 1,
    geofences: [
      {
        name: 'Wet corner',
        prescription: 60,
        pins: [
          [112, 0.62],
          [140, 0.6],
          [146, 0.96],
          [128, 1.02],
          [110, 0.94],
        ],
      },
      {
        name: 'Slough',
        prescription: 0,
        pins: [
          [268, 0.34],
          [286, 0.3],
          [300, 0.42],
          [290, 0.55],
          [270, 0.5],
        ],
      },
    ],
    soilZones: [
      {
        name: 'Sandy knoll',
        texture: 'sandy_loam',
        confirmed: true,
        pins: [
          [330, 0.55],
          [350, 0.62],
          [20, 0.6],
          [24, 0.88],
          [355, 0.98],
          [326, 0.92],
        ],
      },
      {
        name: 'Clay bottom',
        texture: 'silt_clay_loam',
        confirmed: false,
        pins: [
          [195, 0.5],
          [225, 0.42],
          [252, 0.6],
          [256, 0.97],
          [222, 1],
          [192, 0.95],
        ],
      },
    ],
    settings: { rateIn: 0.8, rootIn: 36, targetPercent: 88 },
    crop: 'spring-wheat',
    startAngleDeg: 62,
    panelTimerPct: 45,
  },
  {
    system: 'Coulee Half',
    fieldName: 'Coulee',
    pivot: { lat: 50.7134, lng: -112.3902 },
    towerRadiiM: spans(5, 48),
    overhangM: 9,
    arc: [200, 40],
    texture: 'sandy_loam',
    flowGpm: 420,
    speed100MMin: 2.8,
    probes: [
      [225, 0.6],
      [262, 0.85],
      [300, 0.4],
      [338, 0.75],
      [18, 0.55],
    ],
    firstProbe: 21,
    geofences: [
      {
        name: 'Gravel ridge',
        prescription: 85,
        pins: [
          [310, 0.3],
          [352, 0.45],
          [350, 0.9],
          [322, 0.95],
        ],
      },
    ],
    soilZones: [
      {
        name: 'Gravelly ridge',
        texture: 'loamy_sand',
        confirmed: false,
        pins: [
          [306, 0.25],
          [354, 0.4],
          [352, 0.95],
          [320, 1],
        ],
      },
    ],
    settings: { rateIn: 0.5, rootIn: 24, targetPercent: 85 },
    crop: 'potatoes',
    startAngleDeg: 250,
    panelTimerPct: null,
  },
  {
    system: 'Riverbend 9',
    fieldName: 'Riverbend',
    pivot: { lat: 50.6902, lng: -112.4391 },
    towerRadiiM: spans(9, 41.148),
    overhangM: 15.24,
    arc: null,
    texture: 'silty_clay',
    flowGpm: 800,
    speed100MMin: 3.05,
    probes: [
      [40, 0.7],
      [150, 0.45],
      [270, 0.8],
    ],
    firstProbe: 41,
    geofences: [],
    soilZones: [],
    settings: { rateIn: 1.1, rootIn: 30, targetPercent: 92 },
    crop: 'corn-grain',
    startAngleDeg: 190,
    panelTimerPct: null,
  },
]

/** The machine of a field as used in its prescriptions. */
function demoPivot({ pivot, towerRadiiM, overhangM, arc, flowGpm, speed100MMin }: DemoField): Pivot {
  const wettedRadiusM = wettedRadius(towerRadiiM, overhangM)
  return { place: pivot, towerRadiiM, wettedRadiusM, arc, flowGpm, speed100MMin }
}

/** The timer of a machine's panel, per cent, an integer as on panels. */
export function demoTimerPct(field: DemoField): number {
  return field.panelTimerPct ?? Math.round(baseTimer(demoPivot(field), field.settings.rateIn).percent)
}

export interface PlacedDemoProbe extends LatLng {
  number: number
  /** Of its soil zone, else of the field. */
  texture: SoilTexture
  thirst: number
}

/** The place at a bearing and a share of the wetted radius. */
function placeIn(field: DemoField, [bearing, share]: [bearing: number, share: number]): LatLng {
  const radius = wettedRadius(field.towerRadiiM, field.overhangM)
  return toLatLng(field.pivot, fromPolar({ bearing, distance: share * radius }))
}

/** Positions of the probes of a field. */
export function demoProbes(field: DemoField): PlacedDemoProbe[] {
  return field.probes.map(([bearing, share, thirst], at) => ({
    number: field.firstProbe + at,
    ...placeIn(field, [bearing, share]),
    texture: textureAt(field, [bearing, share]),
    thirst: thirst ?? usualThirst(at),
  }))
}

/** From 0.85 to 1.15, with consecutive values far apart. */
function usualThirst(at: number): number {
  return 0.85 + 0.3 * ((at * 0.618) % 1)
}

function textureAt({ soilZones, texture }: DemoField, place: [bearing: number, share: number]): SoilTexture {
  // a circle of radius 1 represents the field
  const point = ([bearing, share]: [number, number]) => fromPolar({ bearing, distance: share })
  const zone = soilZones.find(({ pins }) => insideOutline(point(place), pins.map(point)))
  return zone?.texture ?? texture
}

/** The geofences of a field as a browser would send them. */
export function demoGeofences(field: DemoField): GeofenceBody[] {
  return field.geofences.map(({ name, prescription, pins }) => ({
    name,
    prescription,
    polygon: pinsIn(field, pins),
  }))
}

/** The soil zones of a field as a browser would send them. */
export function demoSoilZones(field: DemoField): SoilZoneBody[] {
  return field.soilZones.map(({ name, texture, confirmed, pins }) => ({
    name,
    texture,
    confirmed,
    polygons: [[pinsIn(field, pins)]],
  }))
}

function pinsIn(field: DemoField, pins: DemoGeofence['pins']): GeofencePin[] {
  return pins.map((place): GeofencePin => {
    const { lat, lng } = placeIn(field, place)
    return [lat, lng]
  })
}
