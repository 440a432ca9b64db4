/** What a live map shows, decided before anything is drawn: values, surface, limits and words. */
import { type ColourLimits, moistureColourLimits } from '../../agronomy/colour-ramp.ts'
import { type MoistureSurface, moistureSurface } from '../../agronomy/moisture-surface.ts'
import type { Arc } from '../../agronomy/pivot-geometry.ts'
import { rootZoneMoisture } from '../../agronomy/root-zone.ts'
import { DEFAULT_TARGET_PERCENT, type SoilTexture, textureLimits } from '../../agronomy/soil-texture.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { type ClassRange, classRanges } from './class-ranges.ts'

/** A placed probe and the last valid reading of each of its sensors; nulls where it was silent for too long. */
export interface MappedProbe {
  number: number
  /** Metres east and north of the pivot. */
  x: number
  y: number
  sensors: { depthCm: number; at: Date | null; value: number | null }[]
}

export interface LiveMapInputs {
  name: string
  timeZone: string
  towerRadiiM: number[]
  wettedRadiusM: number
  arc: Arc
  texture: SoilTexture
  /** Null where none is set. */
  rootDepthIn: number | null
  targetPercent: number | null
  probes: MappedProbe[]
}

/** A probe as it is drawn; the value is that of the root zone, m3/m3, null when it is silent. */
export interface ShownProbe {
  number: number
  x: number
  y: number
  value: number | null
}

export interface LiveMapContent {
  inputs: LiveMapInputs
  rootDepthIn: number
  probes: ShownProbe[]
  /** Null when there is nothing to draw; then `words` say why. */
  surface: MoistureSurface | null
  words: string | null
  limits: ColourLimits
  classes: ClassRange[]
  targetPercent: number
  /** Newest and oldest of the readings in it. */
  asOf: Date | null
  oldest: Date | null
}

/** Root zone where no settings say one. */
const DEFAULT_ROOT_DEPTH_IN = 24

export const NO_PROBES = 'No probes are placed inside this circle yet. Place them under Place Soil Probes.'
export const NO_READINGS = 'No valid reading within the last 72 hours'
const NO_SURFACE = 'The probes stand too close together to draw a map.'

/** @param size cells of the surface on a side */
export function liveMapContent(inputs: LiveMapInputs, size: number): LiveMapContent {
  const rootDepthIn = inputs.rootDepthIn ?? DEFAULT_ROOT_DEPTH_IN
  const targetPercent = inputs.targetPercent ?? DEFAULT_TARGET_PERCENT
  const soil = textureLimits(inputs.texture)
  const probes = inputs.probes.map(({ number, x, y, sensors }) => ({
    number,
    x,
    y,
    value: sensors.length > 0 ? rootZoneMoisture(sensors, inchesToMm(rootDepthIn)) : null,
  }))
  const { wettedRadiusM: wettedRadius, arc } = inputs
  const drawn = moistureSurface({ probes, wettedRadius, arc, size })
  const surface = 'reason' in drawn ? null : drawn
  const used = inputs.probes.filter((_, i) => typeof probes[i]?.value === 'number')
  const times = used.flatMap(({ sensors }) => sensors.flatMap(({ at }) => (at ? [at.getTime()] : [])))
  return {
    inputs,
    rootDepthIn,
    probes,
    surface,
    words: surface ? null : wordsFor(probes),
    limits: moistureColourLimits(soil),
    classes: classRanges(soil, targetPercent),
    targetPercent,
    asOf: times.length > 0 ? new Date(Math.max(...times)) : null,
    oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}

function wordsFor(probes: readonly ShownProbe[]): string {
  if (probes.length === 0) return NO_PROBES
  if (probes.some(({ value }) => value !== null)) return NO_SURFACE
  return `${NO_READINGS} from ${probes.length === 1 ? 'the placed probe' : `any of the ${probes.length} placed probes`}.`
}
