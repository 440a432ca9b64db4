/** Soil limits as text, and parsing of typed ones. */
import { textureLimits } from '#agronomy/soil/soil-texture.ts'
import type { SoilTexture } from '#agronomy/soil/soil-texture.ts'
import { VWC } from '#contract/limits.ts'
import { number } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

/** Empty in English, where the keys are readable as they are. */
const textures: Readonly<Partial<Record<SoilTexture, string>>> = {}

export const text = inLanguage('soil', {
  textures,
  texture: 'Texture',
  fieldCapacity: 'Field capacity',
  emptyTexture: 'Empty: that of the texture.',
  wiltingPoint: 'Wilting point',
  limits: (full: Figure, wilting: Figure) => `full at ${full}%, wilting at ${wilting}%`,
})

/** An entered soil; limits in m3/m3, null to use those of the texture. */
export interface SoilGiven {
  texture: SoilTexture | null
  field_capacity: number | null
  wilting_point: number | null
}

/** @example textureText('silt_clay_loam') // 'Silt clay loam' */
export function textureText(texture: SoilTexture): string {
  const name = text.textures[texture]
  if (name !== undefined) return name
  const words = texture.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** m3/m3 as per cent by volume, without the sign. */
function percentText(share: number): string {
  return number(share * 100, 1)
}

/** @example limitsText(0.25, 0.12) // 'full at 25%, wilting at 12%' */
export function limitsText(fieldCapacity: number, wiltingPoint: number): string {
  return text.limits(percentText(fieldCapacity), percentText(wiltingPoint))
}

export function presetText(texture: SoilTexture): string {
  const { fieldCapacity, wiltingPoint } = textureLimits(texture)
  return `${textureText(texture)}: ${limitsText(fieldCapacity, wiltingPoint)}`
}

export interface TypedSoil {
  /** Empty to use the system's. */
  readonly texture: SoilTexture | ''
  /** Per cent; empty to use the texture's. */
  readonly fieldCapacity: string
  readonly wiltingPoint: string
}

export function typedSoil(soil: SoilGiven): TypedSoil {
  // as exact as it is stored, so that saving what was not touched changes nothing
  const text = (share: number | null) => (share === null ? '' : String(Number((share * 100).toFixed(4))))
  return {
    texture: soil.texture ?? '',
    fieldCapacity: text(soil.field_capacity),
    wiltingPoint: text(soil.wilting_point),
  }
}

/** Per cent to m3/m3; null if empty, undefined if invalid. */
function shareOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const share = Number(text.replace(',', '.')) / 100
  return share > 0 && share <= VWC.max ? Math.round(share * 1e6) / 1e6 : undefined
}

/** The request body; null if invalid: the wilting point must be the smaller one. */
export function soilOfTyped(typed: TypedSoil): SoilGiven | null {
  const fieldCapacity = shareOf(typed.fieldCapacity)
  const wiltingPoint = shareOf(typed.wiltingPoint)
  if (fieldCapacity === undefined || wiltingPoint === undefined) return null
  if (fieldCapacity !== null && wiltingPoint !== null && wiltingPoint >= fieldCapacity) return null
  return { texture: typed.texture || null, field_capacity: fieldCapacity, wilting_point: wiltingPoint }
}
