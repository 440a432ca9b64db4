/** Recognises soil textures as written in surveys: classes, abbreviations and descriptions. */
import type { TextureClass } from '../../agronomy/soil/texture-triangle.ts'

/** Abbreviations of the USDA (texcl); the grain size of sand within a class does not matter here. */
const ABBREVIATIONS: Record<string, TextureClass> = {
  s: 'sand',
  ls: 'loamy sand',
  sl: 'sandy loam',
  l: 'loam',
  sil: 'silt loam',
  si: 'silt',
  scl: 'sandy clay loam',
  cl: 'clay loam',
  sicl: 'silty clay loam',
  sc: 'sandy clay',
  sic: 'silty clay',
  c: 'clay',
  // heavy clay of the Canadian system
  hc: 'clay',
}

/** Longer names first: silty clay loam contains clay. */
const NAMES: [RegExp, TextureClass][] = [
  [/\bsilt(y)?[ _-]+clay[ _-]+loam\b/, 'silty clay loam'],
  [/\bsand(y)?[ _-]+clay[ _-]+loam\b/, 'sandy clay loam'],
  [/\bclay[ _-]+loam\b/, 'clay loam'],
  [/\bsilt(y)?[ _-]+clay\b/, 'silty clay'],
  [/\bsand(y)?[ _-]+clay\b/, 'sandy clay'],
  [/\bsilt(y)?[ _-]+loam\b/, 'silt loam'],
  [/\bsand(y)?[ _-]+loam\b/, 'sandy loam'],
  [/\bloamy[ _-]+((very[ _-]+)?(fine|coarse)[ _-]+)?sand\b/, 'loamy sand'],
  [/\bloam\b/, 'loam'],
  [/\bclay\b/, 'clay'],
  [/\bsilt\b/, 'silt'],
  [/\bsand\b/, 'sand'],
]

const SIZES = /^(co|f|vf|v)(?=s$|sl$|ls$)/
const LOAMY_SIZES = /^l(co|f|vf)s$/

/**
 * The class named in a text, null if there is none. A description may contain more ("Alpha silty clay loam, 0 to 2
 * percent slopes").
 */
export function textureIn(text: string): TextureClass | null {
  const words = text.trim().toLowerCase()
  const short = words.replace(LOAMY_SIZES, 'ls').replace(SIZES, '')
  if (Object.hasOwn(ABBREVIATIONS, short)) return ABBREVIATIONS[short] ?? null
  return NAMES.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
