/** One map of several that are drawn together, chunk by chunk. */
import type { MoistureField } from '../../agronomy/moisture-field.ts'
import { lowerHalf, TILE_CELLS } from '../../agronomy/moisture-kernel.ts'
import type { GridLayout } from './surfaces-grid.ts'
import { type KernelMemory, PLACE, WEIGHTS_BYTES } from './surfaces-memory.ts'
import type { SurfaceGrid } from './surfaces-order.ts'

export interface Drawing {
  field: MoistureField
  surface: SurfaceGrid
  /** Quadratic forms of the uncertainty as the kernel reads them, end to end; null where it is not wanted. */
  forms: Float32Array | null
}

/** Tiles of a grid that lie expanded in their place. */
export interface Chunk {
  /** Which of the maps that are drawn together. */
  map: number
  tile: number
  count: number
}

export function beginDrawing({ size, wettedRadius }: GridLayout, field: MoistureField): Drawing {
  const values = new Float32Array(size * size).fill(Number.NaN)
  const { spread, model } = field
  const deviation = spread && values.slice()
  const surface = { size, wettedRadius, values, deviation, min: Number.NaN, max: Number.NaN, model, field }
  if (spread === null) return { field, surface, forms: null }
  const order = spread.terms + field.x.length
  const each = formLength(order)
  const forms = new Float32Array(spread.forms.length * each)
  spread.forms.forEach(({ form }, r) => forms.set(lowerHalf(form, order), r * each))
  return { field, surface, forms }
}

/** Of a lower half, filled up to a whole vector. */
const formLength = (order: number) => 4 * Math.ceil((order * (order + 1)) / 8)

export function drawChunk(memory: KernelMemory, grid: GridLayout, drawing: Drawing, chunk: Chunk): void {
  const { size, wettedRadius, layout, cells } = grid
  const { map, tile, count } = chunk
  const rows = 2 * layout.x.length
  memory.kernel.predict(PLACE.chunk, count, rows, PLACE.weights + map * WEIGHTS_BYTES, PLACE.sums)
  const floats = memory.floats()
  const [sums, first] = [PLACE.sums / 4, tile * TILE_CELLS]
  const last = Math.min(cells.length, first + count * TILE_CELLS)
  const { surface, field } = drawing
  const { values } = surface
  const [middle = 0, east = 0, north = 0] = field.trend
  const step = (2 * wettedRadius) / size
  const level = east === 0 && north === 0
  let { min, max } = surface
  for (let c = first; c < last; c += 1) {
    const cell = cells[c] ?? 0
    let value = middle + (floats[sums + c - first] ?? 0)
    if (!level) {
      const row = Math.floor(cell / size)
      value += east * ((cell - row * size + 0.5) * step - wettedRadius)
      value += north * (wettedRadius - (row + 0.5) * step)
    }
    values[cell] = value
    // written so that the first value replaces NaN
    if (!(min <= value)) min = value
    if (!(max >= value)) max = value
  }
  surface.min = min
  surface.max = max
  if (drawing.forms) addDeviation(memory, grid, drawing, chunk)
}

/** The uncertainty of a chunk's cells, after their values: a quadratic form for each range. */
function addDeviation(memory: KernelMemory, grid: GridLayout, drawing: Drawing, chunk: Chunk): void {
  const { size, layout, cells } = grid
  const { surface, field, forms } = drawing
  const { deviation, values } = surface
  if (field.spread === null || forms === null || deviation === null) return
  const n = layout.x.length
  const { terms, base } = field.spread
  const floats = memory.floats()
  memory.put(PLACE.forms, forms)
  const [rows, sums] = [PLACE.rows / 4, PLACE.sums / 4]
  for (let tile = 0; tile < chunk.count; tile += 1) {
    const first = (chunk.tile + tile) * TILE_CELLS
    placeTrend(floats.subarray(rows, rows + terms * TILE_CELLS), cells, first, size)
    floats.fill(0, sums, sums + TILE_CELLS)
    field.spread.forms.forEach((_, r) => {
      const from = PLACE.chunk / 4 + (2 * tile + r) * n * TILE_CELLS
      floats.copyWithin(rows + terms * TILE_CELLS, from, from + n * TILE_CELLS)
      const form = PLACE.forms + 4 * r * formLength(terms + n)
      memory.kernel.quadratic(PLACE.rows, terms + n, form, PLACE.sums)
    })
    for (let c = first; c < Math.min(cells.length, first + TILE_CELLS); c += 1) {
      const cell = cells[c] ?? 0
      const variance = (floats[sums + c - first] ?? 0) - ((values[cell] ?? 0) - base) ** 2
      deviation[cell] = Math.sqrt(Math.max(0, variance))
    }
  }
}

/** Rows of the mean: 1, and for a plane x / R and y / R. */
function placeTrend(rows: Float32Array, cells: Int32Array, first: number, size: number): void {
  rows.fill(1, 0, TILE_CELLS)
  if (rows.length === TILE_CELLS) return
  for (let c = 0; c < TILE_CELLS; c += 1) {
    const cell = cells[first + c] ?? 0
    const row = Math.floor(cell / size)
    rows[TILE_CELLS + c] = (2 * (cell - row * size + 0.5)) / size - 1
    rows[2 * TILE_CELLS + c] = 1 - (2 * (row + 0.5)) / size
  }
}

/** The surface is exact at a probe: a cell with a probe in its very middle shows its value, without doubt. */
export function endDrawing({ surface, field }: Drawing): void {
  const { size, wettedRadius, values, deviation } = surface
  field.value.forEach((theta, i) => {
    const column = (((field.x[i] ?? 0) / wettedRadius + 1) * size - 1) / 2
    const row = ((1 - (field.y[i] ?? 0) / wettedRadius) * size - 1) / 2
    const cell = row * size + column
    if (!Number.isInteger(row) || !Number.isInteger(column)) return
    if (Math.max(row, column) >= size || Math.min(row, column) < 0 || Number.isNaN(values[cell])) return
    values[cell] = theta
    surface.min = Math.min(surface.min, theta)
    surface.max = Math.max(surface.max, theta)
    if (deviation) deviation[cell] = 0
  })
}
