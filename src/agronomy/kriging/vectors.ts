/** Vector operations of the solvers: element access and inner product. */

/**
 * Element at an index that is within bounds, typed without undefined.
 *
 * @param numbers shape [n]
 * @param index 0 to n - 1
 * @returns the element; NaN out of bounds, so that a mistake shows
 * @example at(Float64Array.of(3, 5), 1) // 5
 */
export function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? Number.NaN
}

/**
 * Inner product a' b. O(n).
 *
 * @param a shape [n]
 * @param b shape [n]
 * @returns the sum of the products
 * @example dot(Float64Array.of(1, 2), Float64Array.of(3, 4)) // 11
 */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += at(a, i) * at(b, i)
  return sum
}
