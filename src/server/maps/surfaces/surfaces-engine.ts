/** Computes surfaces with the WebAssembly kernel and caches factored probe layouts. */
import { weightedField } from '#agronomy/surface/layered-field.ts'
import { factorLayout, type MoistureLayout } from '#agronomy/surface/layout.ts'
import { solveDepths } from '#agronomy/surface/moisture-field.ts'
import { type MoistureField } from '#agronomy/surface/solved-field.ts'
import { type MoistureKernel, TILE_CELLS } from '#agronomy/surface/kernel.ts'
import { polarGrid } from '#agronomy/surface/polar-cells.ts'
import { surfaceOfField } from '#agronomy/surface/moisture-surface.ts'
import { type SurfaceProbe } from '#agronomy/surface/grid.ts'
import { createLayoutCache } from './surfaces-cache.ts'
import {
  beginBounds,
  beginDrawing,
  drawChunk,
  endDrawing,
  pairsOf,
  type Drawing,
} from './surfaces-drawing.ts'
import {
  correlateBlock,
  gridLayout,
  type GridLayout,
  placeProbes,
  probesWithValue,
  sameGrid,
} from './surfaces-grid.ts'
import {
  createKernelMemory,
  KERNEL_PROBES_MAX,
  type KernelMemory,
  mapsTogether,
  PLACE,
  tilesOfChunk,
  WEIGHTS_BYTES,
} from './surfaces-memory.ts'
import type { KeptLayouts, NoSurface, SurfaceGrid, SurfaceOrder } from './surfaces-order.ts'

export interface SurfaceEngine {
  /**
   * Draws requests; many in one pass when their probes and grid are the same.
   *
   * @throws RangeError when a number of a request is out of range
   */
  draw(orders: readonly SurfaceOrder[]): (SurfaceGrid | NoSurface)[]
  kept(): KeptLayouts
}

/** @param kernel null when unavailable: then everything is computed in f64 */
export function createSurfaceEngine(kernel: MoistureKernel | null, cacheBytes: number): SurfaceEngine {
  const memory = kernel && createKernelMemory(kernel)
  const cache = createLayoutCache<GridLayout>(cacheBytes)

  function drawAll(orders: readonly SurfaceOrder[]): (SurfaceGrid | NoSurface)[] {
    let together: { like: SurfaceOrder; grid: GridLayout; drawings: Drawing[] } | null = null
    const finish = () => {
      if (memory && together) drawTogether(memory, together.grid, together.drawings)
      together = null
    }
    const begin = (memory: KernelMemory, order: SurfaceOrder, points: readonly SurfaceProbe[]) => {
      const full = together !== null && together.drawings.length >= mapsTogether(order.size)
      // before another grid takes its place
      if (!together || full || !sameGrid(together.like, order)) finish()
      together ??= { like: order, grid: gridLayout(memory, cache, order), drawings: [] }
      const field = fieldOf(together.grid.layout, order, points)
      const drawing = beginDrawing(together.grid, field)
      together.drawings.push(drawing)
      return drawing.surface
    }
    const answers = orders.map((order) => {
      const points = probesWithValue(order)
      if (points.length === 0) return { reason: 'no readings' } as const
      return memory && points.length <= KERNEL_PROBES_MAX
        ? begin(memory, order, points)
        : drawWithout(order, points)
    })
    finish()
    return answers.map((answer, i) => withCells(answer, orders[i]))
  }

  return { draw: drawAll, kept: () => ({ layouts: cache.count(), bytes: cache.bytes() }) }
}

/** The field of the values, or of the weighted sum of the depths. */
function fieldOf(
  layout: MoistureLayout,
  { depths, deviation, unit }: SurfaceOrder,
  points: readonly SurfaceProbe[],
): MoistureField {
  const values = points.map(({ value }) => value ?? Number.NaN)
  const solved = depths
    ? solveDepths(
        layout,
        depths.map((depth) => depth.values),
        false,
        unit,
      )
    : solveDepths(layout, [values], deviation, unit)
  const [field] = solved
  if (!field) throw new RangeError('no field of a layout')
  return depths
    ? weightedField(
        solved,
        depths.map(({ weight }) => weight),
      )
    : field
}

function drawWithout(order: SurfaceOrder, points: readonly SurfaceProbe[]): SurfaceGrid {
  const field = fieldOf(factorLayout(points, order.wettedRadius), order, points)
  const surface = surfaceOfField(field, order, field.spread !== null)
  const deviation = surface.deviation && Float32Array.from(surface.deviation)
  return { ...surface, values: Float32Array.from(surface.values), deviation }
}

function withCells(
  surface: SurfaceGrid | NoSurface,
  order: SurfaceOrder | undefined,
): SurfaceGrid | NoSurface {
  if ('reason' in surface || !order?.cells) return surface
  const values = polarGrid(order.cells, order)
  let [min, max] = [Number.NaN, Number.NaN]
  for (const value of values) {
    if (!(min <= value) && !Number.isNaN(value)) min = value
    if (!(max >= value) && !Number.isNaN(value)) max = value
  }
  const { outerRadii, deviations } = order.cells
  const deviation = deviations ? polarGrid({ outerRadii, values: deviations }, order) : surface.deviation
  return { ...surface, values, deviation, min, max }
}

function drawTogether(memory: KernelMemory, grid: GridLayout, drawings: readonly Drawing[]): void {
  if (drawings.length === 0) return
  const { layout, cells, tilesPerBlock, blocks } = grid
  const places = layout.x.length
  placeProbes(memory, layout)
  drawings.forEach(({ field }, map) => memory.put(PLACE.weights + map * WEIGHTS_BYTES, weightsOf(field)))
  const pairs = pairsOf(drawings)
  beginBounds(memory, pairs.length)
  const spare = blocks.length === 0 ? memory.lend(1) : []
  const chunkTiles = tilesOfChunk(places)
  const tiles = Math.ceil(cells.length / TILE_CELLS)
  for (let first = 0; first < tiles; first += tilesPerBlock) {
    const at = first / tilesPerBlock
    const block = blocks[at] ?? spare[0] ?? 0
    if (spare.length > 0) correlateBlock(memory, grid, at, block)
    const end = Math.min(tiles, first + tilesPerBlock)
    for (let tile = first; tile < end; tile += chunkTiles) {
      const count = Math.min(chunkTiles, end - tile)
      memory.kernel.expand(block + (tile - first) * places * 4 * TILE_CELLS, count, places, PLACE.chunk)
      drawChunk(memory, grid, pairs, { tile, count })
    }
  }
  memory.takeBack(spare)
  drawings.forEach((drawing, map) => endDrawing(memory, grid, drawing, map))
}

/** Long range, then short one; a single one is stored as the long one. */
function weightsOf({ x, ranges }: MoistureField): Float32Array {
  const weights = new Float32Array(2 * x.length)
  ranges.forEach((range, r) => weights.set(range.weights, r * x.length))
  return weights
}
