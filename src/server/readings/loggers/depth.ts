/** Parses the depth of a sensor as people write it. */

const CM_OF: Record<string, number> = {
  cm: 1,
  mm: 0.1,
  m: 100,
  meter: 100,
  meters: 100,
  metre: 100,
  metres: 100,
  in: 2.54,
  inch: 2.54,
  inches: 2.54,
  '"': 2.54,
  ft: 30.48,
  feet: 30.48,
}
const LENGTH = String.raw`(cm|mm|met(?:er|re)s?|m|inch(?:es)?|in|ft|feet|")(?![a-z0-9/³²^])`
const FIGURE = String.raw`(\d{1,4}(?:[.,]\d+)?)`
const RANGE = new RegExp(String.raw`(?:^|[\s_([@,:])${FIGURE}\s?(?:-|–|to)\s?${FIGURE}[\s_-]?${LENGTH}`, 'i')
const DEPTH = new RegExp(String.raw`(?<![\d.,])-?${FIGURE}[\s_-]?${LENGTH}`, 'i')

/** @returns cm; for a layer of soil its middle */
export function depthIn(text: string): number | undefined {
  const figure = (digits = '') => Number(digits.replace(',', '.'))
  const [, top, bottom, unit = ''] = RANGE.exec(text) ?? []
  const scale = (length: string) => CM_OF[length.toLowerCase()] ?? 1
  if (top !== undefined && bottom !== undefined && figure(top) < figure(bottom))
    return rounded(((figure(top) + figure(bottom)) / 2) * scale(unit))
  const [, depth, length = ''] = DEPTH.exec(text) ?? []
  return depth === undefined ? undefined : rounded(figure(depth) * scale(length))
}

/** A depth alone, in the unit that follows it or in cm. */
const DEPTH_CELL = /^(\d+(?:[.,]\d+)?)\s*(cm|mm|m|in|inch|inches|"|ft|feet)?$/i

/** @returns cm; null if the text is not a depth */
export function depthOf(text: string): number | null {
  const [, figure, unit = 'cm'] = DEPTH_CELL.exec(text) ?? []
  if (figure === undefined) return null
  return rounded(Number(figure.replace(',', '.')) * (CM_OF[unit.toLowerCase()] ?? 1))
}

/** Rounds off binary fractions. */
export const rounded = (figure: number): number => Number(figure.toPrecision(10))

const BETWEEN = /(?<![\d.])(\d{1,3})_(\d{1,3})[\s_]?(cm|mm|in|inch|inches)(?![a-z0-9])/i

/**
 * `VWC_0_30cm` beside `VWC_30_60cm`: a pair that starts at the surface, or where another ends, is a layer and not a sensor's number.
 *
 * @returns cm of the middle of each that is one
 */
export function layersIn(names: readonly string[]): (number | undefined)[] {
  const pairs = names.map((name) => {
    const [, top, bottom, unit = ''] = BETWEEN.exec(name) ?? []
    return top === undefined ? null : { top: Number(top), bottom: Number(bottom), unit }
  })
  const layers = pairs.filter((pair) => pair !== null)
  const deeper = layers.every(({ top, bottom }) => top < bottom)
  const touches = (top: number, bottom: number) =>
    top === 0 || layers.some((layer) => layer.bottom === top || layer.top === bottom)
  return pairs.map((pair) =>
    pair && deeper && touches(pair.top, pair.bottom)
      ? depthIn(` ${pair.top}-${pair.bottom} ${pair.unit}`)
      : undefined,
  )
}
