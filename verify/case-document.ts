/** Reads documents of cases computed elsewhere, field by field, and compares their figures with ours. */

/** An object of a parsed JSON document. */
export type CaseFigures = Readonly<Record<string, unknown>>

/** The result of one group of figures. It agrees if the largest error is within the tolerance. */
export type CaseComparison = {
  readonly name: string
  readonly compared: number
  readonly largestError: number
  /** The rounding error of the document; 0 for integers and text. */
  readonly tolerance: number
}

/** Our figure or text and theirs. */
export type CasePair = readonly [ours: number | string | null, theirs: number | string | null]

/**
 * Compares pairs: the error of two numbers is their difference, of anything else 0 when equal and 1 when not.
 *
 * @param name name of the group
 * @param tolerance greatest error that rounding explains
 * @param pairs ours and theirs
 * @returns the comparison
 * @throws RangeError when there is nothing to compare
 * @example compareCases('depth', 0.05, [[1, 1.02], [2, 2]]) // { name: 'depth', compared: 2, largestError: 0.02, tolerance: 0.05 }
 */
export function compareCases(name: string, tolerance: number, pairs: readonly CasePair[]): CaseComparison {
  if (pairs.length === 0) throw new RangeError(`no ${name} to compare`)
  const largestError = pairs.reduce((largest, pair) => Math.max(largest, errorOf(pair)), 0)
  return { name, compared: pairs.length, largestError, tolerance }
}

/** Why a document was not compared. */
export type CaseRefusal = { readonly reason: string }

/**
 * Runs comparisons over a document that may not be what it should.
 *
 * @param compare reads the document and compares
 * @returns its comparisons, or what is missing in the document
 * @example compareDocument(() => caseFigure({}, 'depth')) // { reason: 'depth is missing' }
 */
export function compareDocument(compare: () => CaseComparison[]): CaseComparison[] | CaseRefusal {
  try {
    return compare()
  } catch (error) {
    if (error instanceof RangeError) return { reason: error.message }
    throw error
  }
}

/**
 * Do all groups agree?
 *
 * @param comparisons of one document
 * @returns true when every largest error is within its tolerance
 * @example casesAgree([{ name: 'depth', compared: 2, largestError: 0.02, tolerance: 0.01 }]) // false
 */
export function casesAgree(comparisons: readonly CaseComparison[]): boolean {
  return comparisons.every(({ largestError, tolerance }) => largestError <= tolerance)
}

/** A comparison as a line of output: the group, the verdict, and by how much it exceeds the tolerance. */
export function lineOf(comparison: CaseComparison): string {
  const { name, compared, largestError, tolerance } = comparison
  const allowed = tolerance === 0 ? 'none allowed' : `allowed ${tolerance.toExponential(1)}`
  const verdict = casesAgree([comparison]) ? 'ok' : 'PAST TOLERANCE'
  return `${name}  ${verdict}  ${compared} compared, largest error ${largestError.toExponential(1)}, ${allowed}`
}

/**
 * The error explained by rounding to some decimals: half of the last digit, and a little for binary fractions.
 *
 * @param digits decimals
 * @returns largest error
 * @example roundedTo(2) // 0.00505
 */
export function roundedTo(digits: number): number {
  return 0.505 * 10 ** -digits
}

/**
 * A value as an object.
 *
 * @param value anything parsed
 * @param name for the message
 * @returns the object
 * @throws RangeError when it is none
 * @example caseRecord({ a: 1 }, 'case') // { a: 1 }
 */
export function caseRecord(value: unknown, name: string): CaseFigures {
  if (!isRecord(value)) throw new RangeError(`${name} is missing`)
  return value
}

/**
 * A list of objects.
 *
 * @param figures an object of the document
 * @param name its field
 * @returns the objects
 * @throws RangeError when the field is no list of objects
 * @example caseRecords({ a: [{ b: 1 }] }, 'a') // [{ b: 1 }]
 */
export function caseRecords(figures: CaseFigures, name: string): CaseFigures[] {
  const value = figures[name]
  if (!Array.isArray(value)) throw new RangeError(`${name} is missing`)
  return value.map((entry: unknown) => caseRecord(entry, name))
}

/**
 * A number.
 *
 * @param figures an object of the document
 * @param name its field
 * @returns the number
 * @throws RangeError when the field is none
 * @example caseFigure({ a: 1 }, 'a') // 1
 */
export function caseFigure(figures: CaseFigures, name: string): number {
  const value = figures[name]
  if (typeof value !== 'number') throw new RangeError(`${name} is missing`)
  return value
}

/**
 * A text.
 *
 * @param figures an object of the document
 * @param name its field
 * @returns the text
 * @throws RangeError when the field is none
 * @example caseText({ a: 'b' }, 'a') // 'b'
 */
export function caseText(figures: CaseFigures, name: string): string {
  const value = figures[name]
  if (typeof value !== 'string') throw new RangeError(`${name} is missing`)
  return value
}

/**
 * A list of numbers.
 *
 * @param value anything parsed
 * @param name for the message
 * @returns the numbers
 * @throws RangeError when it is none
 * @example caseNumbers([1, 2], 'pair') // [1, 2]
 */
export function caseNumbers(value: unknown, name: string): number[] {
  if (!isNumbers(value)) throw new RangeError(`${name} is missing or holds more than numbers`)
  return value
}

function errorOf([ours, theirs]: CasePair): number {
  if (typeof ours !== 'number' || typeof theirs !== 'number') return ours === theirs ? 0 : 1
  // Not a number never agrees.
  const error = Math.abs(ours - theirs)
  return Number.isNaN(error) ? Infinity : error
}

function isRecord(value: unknown): value is CaseFigures {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}
