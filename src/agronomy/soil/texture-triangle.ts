/** Soil texture class (USDA triangle) from sand, silt and clay, and the preset of each class. */

import type { SoilTexture } from './soil-texture.ts'

/** The twelve classes. Source: USDA Soil Survey Manual (Handbook 18, 2017), chapter 3. */
export const TEXTURE_CLASSES = [
  'sand',
  'loamy sand',
  'sandy loam',
  'loam',
  'silt loam',
  'silt',
  'sandy clay loam',
  'clay loam',
  'silty clay loam',
  'sandy clay',
  'silty clay',
  'clay',
] as const

/** Name of a class. */
export type TextureClass = (typeof TEXTURE_CLASSES)[number]

/** How far the three parts may be from 100 % together: surveys round each of them. */
const SUM_WITHIN_PERCENT = 5

/** The part of the triangle of each class, in the order of checking. */
const RULES: [TextureClass, (sand: number, silt: number, clay: number) => boolean][] = [
  ['sand', (_, silt, clay) => silt + 1.5 * clay < 15],
  ['loamy sand', (_, silt, clay) => silt + 2 * clay < 30],
  ['silt', (_, silt, clay) => silt >= 80 && clay < 12],
  ['silt loam', (_, silt, clay) => silt >= 50 && clay < 27],
  ['silty clay', (_, silt, clay) => clay >= 40 && silt >= 40],
  ['sandy clay', (sand, _, clay) => clay >= 35 && sand > 45],
  ['clay', (_, __, clay) => clay >= 40],
  ['sandy clay loam', (sand, silt, clay) => clay >= 20 && silt < 28 && sand > 45],
  ['silty clay loam', (sand, _, clay) => clay >= 27 && sand <= 20],
  ['clay loam', (_, __, clay) => clay >= 27],
  ['loam', (sand, silt, clay) => clay >= 7 && silt >= 28 && sand <= 52],
]

/**
 * Class of a soil by its parts. The lines between classes are those of the handbook.
 *
 * @param sand per cent by mass, 0.05 to 2 mm
 * @param silt per cent by mass, 0.002 to 0.05 mm
 * @param clay per cent by mass, below 0.002 mm
 * @returns the class; null when the parts are negative, no numbers, or not 100 % together within 5
 * @example textureClass(40, 40, 20) // 'loam'
 */
export function textureClass(sand: number, silt: number, clay: number): TextureClass | null {
  const sum = sand + silt + clay
  if (!(sand >= 0 && silt >= 0 && clay >= 0 && Math.abs(sum - 100) <= SUM_WITHIN_PERCENT)) return null
  const match = RULES.find(([, holds]) => holds(sand, silt, clay))
  return match ? match[0] : 'sandy loam'
}

const PRESETS: Record<TextureClass, SoilTexture> = {
  sand: 'sand',
  'loamy sand': 'loamy_sand',
  'sandy loam': 'sandy_loam',
  loam: 'loam',
  'silt loam': 'silt_loam',
  silt: 'silt',
  'sandy clay loam': 'loam',
  'clay loam': 'silt_clay_loam',
  'silty clay loam': 'silt_clay_loam',
  'sandy clay': 'silty_clay',
  'silty clay': 'silty_clay',
  clay: 'clay',
}

/**
 * The preset that stands for a class. Three classes have none of their own in FAO-56: the one with the nearest available
 * water by Saxton and Rawls (2006), table 3, stands for them.
 *
 * @param texture class of the triangle
 * @returns the preset, and whether it is that of the class itself
 * @example presetOfClass('sandy clay loam') // { texture: 'loam', exact: false }
 */
export function presetOfClass(texture: TextureClass): { texture: SoilTexture; exact: boolean } {
  const exact = !['sandy clay loam', 'clay loam', 'sandy clay'].includes(texture)
  return { texture: PRESETS[texture], exact }
}
