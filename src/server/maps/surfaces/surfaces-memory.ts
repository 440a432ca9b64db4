/** Allocator of the kernel's memory: fixed areas for a call, and blocks for cached layouts. */
import { type MoistureKernel, TILE_CELLS } from '#agronomy/surface/kernel.ts'

const KIB = 1024
const PAGE_BYTES = 64 * KIB
const ROW_BYTES = 4 * TILE_CELLS

/** More probes than this are drawn without the kernel. */
export const KERNEL_PROBES_MAX = 512
/** Limits of maps drawn in one pass over the correlations: their number and the bytes of their values. */
const TOGETHER_MAX = 96
const TOGETHER_BYTES_MAX = 64 * KIB * KIB

/** Bytes of a block. */
export const BLOCK_BYTES = 256 * KIB
/** Maximum cells per block, so that their coordinates fit the areas below. */
const BLOCK_CELLS_MAX = 16 * KIB
/** Both ranges of some tiles: small enough to stay in the processor's cache while every map is computed. */
const CHUNK_BYTES = 256 * KIB
const CHUNK_CELLS_MAX = 4 * KIB

/** Addresses: coordinates of probes, weights of maps, cells of a block, two sums, a chunk, one tile's rows and squares, extremes of maps, forms. */
export const PLACE = {
  probeX: 0,
  probeY: 2 * KIB,
  weights: 4 * KIB,
  cellX: 388 * KIB,
  cellY: 452 * KIB,
  sums: 516 * KIB,
  sums2: 532 * KIB,
  chunk: 548 * KIB,
  rows: 804 * KIB,
  squares: 838 * KIB,
  bounds: 839 * KIB,
  forms: 844 * KIB,
} as const

/** Bytes of one map's weights. */
export const WEIGHTS_BYTES = 4 * 2 * KERNEL_PROBES_MAX

/** Bytes of the extremes of two maps: four least and four greatest values of each. */
export const BOUNDS_BYTES = 4 * 16

/** Two forms of 515 rows, lower triangles, take 1.1 MB. */
const BLOCKS_FROM = 2048 * KIB

/** How many maps of N x N cells are drawn together at most. */
export function mapsTogether(size: number): number {
  return Math.max(2, Math.min(TOGETHER_MAX, Math.floor(TOGETHER_BYTES_MAX / (4 * size * size))))
}

export function tilesOfBlock(places: number): number {
  return Math.min(BLOCK_CELLS_MAX / TILE_CELLS, Math.floor(BLOCK_BYTES / (ROW_BYTES * places)))
}

export function tilesOfChunk(places: number): number {
  return Math.min(CHUNK_CELLS_MAX / TILE_CELLS, Math.floor(CHUNK_BYTES / (2 * ROW_BYTES * places)))
}

export interface KernelMemory {
  kernel: MoistureKernel
  /** The whole memory as numbers; must be fetched again after an allocation, since growing memory replaces the buffer. */
  floats(): Float32Array
  put(address: number, numbers: ArrayLike<number>): void
  lend(count: number): number[]
  takeBack(blocks: readonly number[]): void
}

export function createKernelMemory(kernel: MoistureKernel): KernelMemory {
  const free: number[] = []
  let end = BLOCKS_FROM
  let view = new Float32Array(0)

  function reach(bytes: number): void {
    const missingBytes = bytes - kernel.memory.buffer.byteLength
    if (missingBytes > 0) kernel.memory.grow(Math.ceil(missingBytes / PAGE_BYTES))
  }

  function floats(): Float32Array {
    if (view.buffer !== kernel.memory.buffer) view = new Float32Array(kernel.memory.buffer)
    return view
  }

  function lendOne(): number {
    const returned = free.pop()
    if (returned !== undefined) return returned
    const block = end
    end += BLOCK_BYTES
    return block
  }

  reach(BLOCKS_FROM)
  return {
    kernel,
    floats,
    put: (address, numbers) => floats().set(numbers, address / 4),
    lend(count) {
      const blocks = Array.from({ length: count }, lendOne)
      reach(end)
      return blocks
    },
    takeBack: (blocks) => void free.push(...blocks),
  }
}
