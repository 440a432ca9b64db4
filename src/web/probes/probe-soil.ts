/** The soil around a probe in words, and what was typed about it. */
import { textureLimits } from '../../agronomy/soil/soil-texture.ts'
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import { VWC } from '../../contract/limits.ts'
import type { SensorPatch, SensorProbe } from '../../contract/sensors.ts'
import type { SystemView } from '../../contract/systems.ts'
import { number } from '../kit/formats.ts'

/** A probe as the server knows it, and the system in which it stands. */
export interface KnownProbe {
  readonly system: SystemView
  readonly probe: SensorProbe
}

/** @example textureText('silt_clay_loam') // 'Silt clay loam' */
export function textureText(texture: SoilTexture): string {
  const words = texture.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** m3/m3 as per cent of the volume, without the sign. */
function percentText(share: number): string {
  return number(share * 100, 1)
}

/** @example limitsText(0.25, 0.12) // 'full at 25 %, wilting at 12 %' with spaces that do not break */
export function limitsText(fieldCapacity: number, wiltingPoint: number): string {
  return `full at ${percentText(fieldCapacity)}\u00A0%, wilting at ${percentText(wiltingPoint)}\u00A0%`
}

export function presetText(texture: SoilTexture): string {
  const { fieldCapacity, wiltingPoint } = textureLimits(texture)
  return `${textureText(texture)}: ${limitsText(fieldCapacity, wiltingPoint)}`
}

/** The limits in force and where they come from. */
export function soilText({ system, probe }: KnownProbe): string {
  const limits = limitsText(probe.field_capacity, probe.wilting_point)
  if (probe.soil_source === 'probe') return `Soil: ${limits}, set for this probe.`
  if (probe.soil_zone)
    return `Soil: ${limits}, ${probe.soil_zone.confirmed ? 'of' : 'guessed for'} the soil zone “${probe.soil_zone.name}”.`
  if (probe.soil_source === 'system') return `Soil: ${limits}, as set for ${system.name}.`
  return `Soil: ${limits}, assumed from the texture of ${system.name} (${textureText(system.texture).toLowerCase()}).`
}

export interface TypedSoil {
  /** The empty string: that of the system. */
  readonly texture: SoilTexture | ''
  /** Per cent; the empty string: that of the texture. */
  readonly fieldCapacity: string
  readonly wiltingPoint: string
}

export function typedSoilOf({ own_soil: own }: SensorProbe): TypedSoil {
  const text = (share: number | null) => (share === null ? '' : percentText(share))
  return {
    texture: own.texture ?? '',
    fieldCapacity: text(own.field_capacity),
    wiltingPoint: text(own.wilting_point),
  }
}

/** Per cent to m3/m3, null for an empty text, undefined for what is no water limit. */
function shareOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const share = Number(text.replace(',', '.')) / 100
  return share > 0 && share <= VWC.max ? Math.round(share * 1e6) / 1e6 : undefined
}

/** What is sent; null when it makes no sense: the wilting point must be the smaller one. */
export function soilPatch(typed: TypedSoil): SensorPatch | null {
  const fieldCapacity = shareOf(typed.fieldCapacity)
  const wiltingPoint = shareOf(typed.wiltingPoint)
  if (fieldCapacity === undefined || wiltingPoint === undefined) return null
  if (fieldCapacity !== null && wiltingPoint !== null && wiltingPoint >= fieldCapacity) return null
  return { texture: typed.texture || null, field_capacity: fieldCapacity, wilting_point: wiltingPoint }
}
