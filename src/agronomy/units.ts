/** Conversions between the units of the wire (inches, feet, gallons) and those of the maths (SI). */

/** Millimetres in one inch, exact by definition. */
export const MM_PER_INCH = 25.4

/** Metres in one international foot, exact by definition. */
export const M_PER_FOOT = 0.3048

/** Square metres in one international acre (4,840 square yards), exact by definition. */
export const M2_PER_ACRE = 4046.8564224

/** US gallons a minute in one litre a second: 60 / 3.785411784, exact by definition of the gallon. */
export const GPM_PER_LPS = 60 / 3.785411784

/**
 * Depth of water or soil in millimetres.
 *
 * @param inches depth, in
 * @returns depth, mm
 * @example inchesToMm(0.5) // 12.7
 */
export function inchesToMm(inches: number): number {
  return inches * MM_PER_INCH
}

/**
 * Depth of water or soil in inches.
 *
 * @param mm depth, mm
 * @returns depth, in
 * @example mmToInches(25.4) // 1
 */
export function mmToInches(mm: number): number {
  return mm / MM_PER_INCH
}
