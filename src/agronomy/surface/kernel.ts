/** Loads the WebAssembly kernel of moisture surfaces: f32 sums over tiles of 16 cells in its own memory. */

import { KERNEL_BYTES } from './kernel-bytes.ts'

/** Cells of a tile: four vectors of four numbers. */
export const TILE_CELLS = 16

/**
 * The kernel. Addresses are bytes in its memory, multiples of 16; numbers there are f32. A tile is n rows of 16: row i
 * holds k = exp(-h / a) of its 16 cells with place i, a the long range; k^16 belongs to the short one, a / 16.
 */
export type MoistureKernel = {
  readonly memory: WebAssembly.Memory
  /**
   * tiles[t][i][c] = 2^(scale h), h the distance of cell c of tile t from place i, m; scale = -log2(e) / a, 1/m.
   * Shapes: tiles [count][n][16], cellX and cellY [count][16], x and y [n]. O(16 count n).
   */
  correlate(
    tiles: number,
    count: number,
    n: number,
    cellX: number,
    cellY: number,
    x: number,
    y: number,
    scale: number,
  ): void
  /** both[t] = the rows of tiles[t], then their 16th powers, shape [count][2 n][16]. O(32 count n). */
  expand(tiles: number, count: number, n: number, both: number): void
  /**
   * Two maps at once, which costs less than two: out[t][c] = base + sum over the rows of tile t of weights[row] x row[c];
   * weights [rows]. At bounds stand, for the first and then for the second map, four least and four greatest, of every
   * fourth column, carried on from what stands there; shape [2][8]. O(32 count rows).
   */
  predict(
    tiles: number,
    count: number,
    rows: number,
    weights: number,
    out: number,
    base: number,
    weights2: number,
    out2: number,
    base2: number,
    bounds: number,
  ): void
  /**
   * out[c] += e' M e for the 16 columns e of rows, shape [order][16]; M symmetric, given as {@link lowerHalf}. O(8 order^2).
   */
  quadratic(rows: number, order: number, form: number, out: number): void
}

/**
 * Compiles and opens a kernel with memory of its own.
 *
 * @returns the kernel; null where the engine has no vectors in WebAssembly, then the f64 path in TypeScript serves
 * @example openMoistureKernel().memory.buffer.byteLength // 65536
 */
export function openMoistureKernel(): MoistureKernel | null {
  const bytes = Uint8Array.from(atob(KERNEL_BYTES), (character) => character.codePointAt(0) ?? 0)
  if (!WebAssembly.validate(bytes)) return null
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes))
  if (!isKernel(exports)) throw new TypeError('a kernel without its memory or a function')
  return exports
}

function isKernel(exports: object): exports is MoistureKernel {
  const functions = ['correlate', 'expand', 'predict', 'quadratic']
  return (
    Reflect.get(exports, 'memory') instanceof WebAssembly.Memory &&
    functions.every((name) => typeof Reflect.get(exports, name) === 'function')
  )
}

/**
 * A symmetric matrix as the kernel reads it: the lower half by rows, entries beside the diagonal doubled.
 *
 * @param form M, row-major, shape [order, order]
 * @param order rows of M
 * @returns shape [order (order + 1) / 2]
 * @example lowerHalf(Float64Array.of(1, 2, 2, 5), 2) // { 0: 1, 1: 4, 2: 5 }
 */
export function lowerHalf(form: Float64Array, order: number): Float32Array {
  const half = new Float32Array((order * (order + 1)) / 2)
  let at = 0
  for (let i = 0; i < order; i += 1)
    for (let j = 0; j <= i; j += 1) {
      half[at] = (form[i * order + j] ?? 0) * (i === j ? 1 : 2)
      at += 1
    }
  return half
}

/**
 * The scale of `correlate` for a range.
 *
 * @param range a, m, above 0
 * @returns -log2(e) / a, 1/m
 * @throws RangeError when the range is not above 0
 * @example correlationScale(100) // -0.0144269
 */
export function correlationScale(range: number): number {
  if (!(range > 0)) throw new RangeError(`range ${range} m`)
  return -Math.LOG2E / range
}
