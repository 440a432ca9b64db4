/** A probe layout factored for the cells of a grid, reused for every set of readings. */
import { wettedCells } from '#agronomy/surface/grid.ts'
import { correlationScale, TILE_CELLS } from '#agronomy/surface/kernel.ts'
import { factorLayout, type MoistureLayout } from '#agronomy/surface/layout.ts'
import type { Arc } from '#agronomy/pivot/pivot.ts'
import type { SurfaceProbe } from '#agronomy/surface/grid.ts'
import type { Kept, LayoutCache } from './surfaces-cache.ts'
import { BLOCK_BYTES, type KernelMemory, PLACE, tilesOfBlock } from './surfaces-memory.ts'
import type { SurfaceOrder } from './surfaces-order.ts'

export interface GridLayout extends Kept {
  size: number
  wettedRadius: number
  layout: MoistureLayout
  /** Indices of wetted cells, ascending. */
  cells: Int32Array
  /** What lies between them: index of the first cell and of the one after the last, in pairs. */
  gaps: Int32Array
  tilesPerBlock: number
  /** Correlations; empty when they are computed for every map. */
  blocks: number[]
}

/** Size of an entry besides its blocks: two matrices of n x n, and about 400 vectors. */
const layoutBytes = (places: number) => 8 * places * (2 * places + 400)

/** Probes of a request with a value. */
export function probesWithValue({ probes }: SurfaceOrder): SurfaceProbe[] {
  return probes.filter(({ value }) => value !== null)
}

/** Whether the probes with a value are at the same places, over the same grid. */
export function sameGrid(a: SurfaceOrder, b: SurfaceOrder): boolean {
  if (a === b) return true
  const grids = a.size === b.size && a.wettedRadius === b.wettedRadius && sameArc(a.arc, b.arc)
  if (!grids || a.probes.length !== b.probes.length) return false
  return a.probes.every((probe, i) => {
    const other = b.probes[i]
    if (!other || (probe.value === null) !== (other.value === null)) return false
    return probe.x === other.x && probe.y === other.y
  })
}

function sameArc(a: Arc, b: Arc): boolean {
  return a === b || (a !== null && b !== null && a[0] === b[0] && a[1] === b[1])
}

function gridKey(order: SurfaceOrder): string {
  const places = probesWithValue(order).map(({ x, y }) => [x, y])
  return JSON.stringify([order.size, order.wettedRadius, order.arc, places])
}

/** The grid of a request, cached or created; creating it may evict others. */
export function gridLayout(
  memory: KernelMemory,
  cache: LayoutCache<GridLayout>,
  order: SurfaceOrder,
): GridLayout {
  const { size, wettedRadius } = order
  const key = gridKey(order)
  const cached = cache.find(key)
  if (cached) return cached
  const points = probesWithValue(order)
  const layout = factorLayout(points, wettedRadius)
  const cells = wettedCells(order)
  const tilesPerBlock = tilesOfBlock(layout.x.length)
  const blockCount = Math.ceil(cells.length / TILE_CELLS / tilesPerBlock)
  const gaps = gapsBetween(cells, size * size)
  const bytes = blockCount * BLOCK_BYTES + cells.byteLength + gaps.byteLength + layoutBytes(layout.x.length)
  const fits = cache.makeRoom(bytes)
  const blocks = fits ? memory.lend(blockCount) : []
  const drop = () => memory.takeBack(blocks)
  const grid = { size, wettedRadius, layout, cells, gaps, tilesPerBlock, blocks, bytes, drop }
  if (fits) {
    placeProbes(memory, layout)
    blocks.forEach((block, at) => correlateBlock(memory, grid, at, block))
    cache.keep(key, grid)
  }
  return grid
}

function gapsBetween(cells: Int32Array, count: number): Int32Array {
  const gaps: number[] = []
  let next = 0
  for (const cell of cells) {
    if (cell > next) gaps.push(next, cell)
    next = cell + 1
  }
  if (next < count) gaps.push(next, count)
  return Int32Array.from(gaps)
}

export function placeProbes(memory: KernelMemory, { x, y }: MoistureLayout): void {
  memory.put(PLACE.probeX, x)
  memory.put(PLACE.probeY, y)
}

/** Computes the correlations of a block's cells; the probes are already in memory. */
export function correlateBlock(memory: KernelMemory, grid: GridLayout, at: number, block: number): void {
  const { size, wettedRadius, layout, cells, tilesPerBlock } = grid
  const first = at * tilesPerBlock * TILE_CELLS
  const tiles = Math.min(tilesPerBlock, Math.ceil((cells.length - first) / TILE_CELLS))
  const floats = memory.floats()
  const step = (2 * wettedRadius) / size
  for (let c = 0; c < tiles * TILE_CELLS; c += 1) {
    const cell = cells[Math.min(first + c, cells.length - 1)] ?? 0
    const row = Math.floor(cell / size)
    floats[PLACE.cellX / 4 + c] = (cell - row * size + 0.5) * step - wettedRadius
    floats[PLACE.cellY / 4 + c] = wettedRadius - (row + 0.5) * step
  }
  const scale = correlationScale(layout.ranges[0]?.range ?? wettedRadius)
  const { cellX, cellY, probeX, probeY } = PLACE
  memory.kernel.correlate(block, tiles, layout.x.length, cellX, cellY, probeX, probeY, scale)
}
