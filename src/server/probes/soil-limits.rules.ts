/** Field capacity and wilting point in force: of the probe, its soil zone, the system, or the system's texture. */
import {
  NO_OWN_SOIL,
  type OwnSoil,
  type SoilLimits,
  type SoilTexture,
  textureLimits,
} from '../../agronomy/soil/soil-texture.ts'
import type { SoilSource } from '../../contract/fields.ts'

interface SystemSoil {
  texture: SoilTexture
  /** Explicit limits, m3/m3; null for the texture's. */
  fieldCapacity: number | null
  wiltingPoint: number | null
}

/** m3/m3. */
export interface LimitsInForce extends SoilLimits {
  source: SoilSource
}

/** The soil zone of a probe. */
interface ZoneSoil {
  limits: SoilLimits
}

/** A limit set for the probe alone may no longer fit a later one of the system: then the system's pair counts. */
export function soilLimits(
  system: SystemSoil,
  own: OwnSoil = NO_OWN_SOIL,
  zone: ZoneSoil | null = null,
): LimitsInForce {
  const ofSystem = systemLimits(system)
  const preset = own.texture ? textureLimits(own.texture) : ofSystem
  const fieldCapacity = own.fieldCapacity ?? preset.fieldCapacity
  const wiltingPoint = own.wiltingPoint ?? preset.wiltingPoint
  const set = own.texture !== null || own.fieldCapacity !== null || own.wiltingPoint !== null
  return set && wiltingPoint < fieldCapacity
    ? { fieldCapacity, wiltingPoint, source: 'probe' }
    : ofZone(zone, ofSystem)
}

/**
 * The texture by whose retention curve a tension is converted: of the soil whose limits are in force. Null if only its limits
 * are given.
 */
export function curveTexture(
  system: SystemSoil,
  own: OwnSoil = NO_OWN_SOIL,
  zone: (ZoneSoil & { texture: SoilTexture | null }) | null = null,
): SoilTexture | null {
  const { source } = soilLimits(system, own, zone)
  if (source === 'probe') return own.texture
  return source === 'zone' ? (zone?.texture ?? null) : system.texture
}

function ofZone(zone: ZoneSoil | null, otherwise: LimitsInForce): LimitsInForce {
  return zone ? { ...zone.limits, source: 'zone' } : otherwise
}

function systemLimits({ texture, fieldCapacity, wiltingPoint }: SystemSoil): LimitsInForce {
  const preset = textureLimits(texture)
  return {
    fieldCapacity: fieldCapacity ?? preset.fieldCapacity,
    wiltingPoint: wiltingPoint ?? preset.wiltingPoint,
    source: fieldCapacity === null && wiltingPoint === null ? 'texture' : 'system',
  }
}

/** Whether a change for a probe keeps the wilting point below field capacity. */
export function fits(system: SystemSoil, own: OwnSoil): boolean {
  const set = own.texture !== null || own.fieldCapacity !== null || own.wiltingPoint !== null
  return !set || soilLimits(system, own).source === 'probe'
}
