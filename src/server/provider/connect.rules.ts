/** Validates the data of a machine before it is connected; nothing is stored unless all of it is valid. */
import { SOIL_TEXTURES, type SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { ProblemCode } from '../../contract/errors.ts'
import { MAX_TOWERS, SYSTEM_NAME_MAX } from '../../contract/limits.ts'
import { SYSTEM_NAME } from '../../contract/fields.ts'
import { Problem } from '../kit/problem.ts'
import { isTimeZone } from '../systems/time-zone.ts'

/** Lengths in metres, angles in degrees clockwise from true north. */
export interface ConnectRequest {
  /** E-mail address of an account. */
  owner: string
  name: string
  latitude: number
  longitude: number
  /** Cumulative. */
  towerRadiiM: number[]
  overhangM: number
  timeZone: string
  flowGpm?: number | null
  speed100MMin?: number | null
  arc?: number[] | null
  texture?: string
}

export interface CheckedRequest extends Required<Omit<ConnectRequest, 'arc' | 'texture'>> {
  flowGpm: number | null
  speed100MMin: number | null
  arc: [number, number] | null
  texture: SoilTexture
}

/** The longest pivots in the field reach about 800 m. */
const RADIUS_M_MAX = 2000
const OVERHANG_M_MAX = 200
const FLOW_GPM_MAX = 10_000
const SPEED_M_MIN_MAX = 20
const DEFAULT_TEXTURE = 'loam'

function within(value: number, least: number, greatest: number): boolean {
  return value >= least && value <= greatest
}

function rising(radii: number[]): boolean {
  return radii.every((radius, k) => radius > (radii[k - 1] ?? 0) && radius <= RADIUS_M_MAX)
}

function positiveOrAbsent(value: number | null, greatest: number): boolean {
  return value === null || (value > 0 && value <= greatest)
}

function isName(name: string): boolean {
  return name.length <= SYSTEM_NAME_MAX && SYSTEM_NAME.test(name) && name.trim() === name
}

function pairOf(arc: number[] | null): [number, number] | null {
  const [start, end] = arc ?? []
  return start === undefined || end === undefined ? null : [start, end]
}

/**
 * @throws Problem naming the first invalid field
 */
export function checkConnection(request: ConnectRequest): CheckedRequest {
  const { name, latitude, longitude, towerRadiiM, overhangM, timeZone } = request
  const { flowGpm = null, speed100MMin = null, arc = null, texture = DEFAULT_TEXTURE } = request
  const knownTexture = SOIL_TEXTURES.find((candidate) => candidate === texture)
  const pair = pairOf(arc)
  const arcFits = arc?.length === 2 && arc[0] !== arc[1] && arc.every((angle) => within(angle, 0, 360))
  const checks: [boolean, ProblemCode, string][] = [
    [isName(name), 'system_name_invalid', 'name'],
    [within(latitude, -90, 90), 'system_place_invalid', 'lat'],
    [within(longitude, -180, 180), 'system_place_invalid', 'lng'],
    [within(towerRadiiM.length, 1, MAX_TOWERS) && rising(towerRadiiM), 'tower_radii_invalid', 'towers'],
    [within(overhangM, 0, OVERHANG_M_MAX), 'overhang_invalid', 'overhang'],
    [isTimeZone(timeZone), 'time_zone_invalid', 'time_zone'],
    [positiveOrAbsent(flowGpm, FLOW_GPM_MAX), 'flow_invalid', 'flow_gpm'],
    [positiveOrAbsent(speed100MMin, SPEED_M_MIN_MAX), 'speed_invalid', 'speed_100'],
    [arc === null || arcFits, 'arc_invalid', 'arc'],
  ]
  const failed = checks.find(([right]) => !right)
  if (failed) throw new Problem(failed[1], { field: failed[2] })
  if (!knownTexture) throw new Problem('texture_invalid', { field: 'texture' })
  return {
    owner: request.owner,
    name,
    latitude,
    longitude,
    towerRadiiM,
    overhangM,
    timeZone,
    flowGpm,
    speed100MMin,
    arc: pair,
    texture: knownTexture,
  }
}
