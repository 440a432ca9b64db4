/** One map of a batch that is computed together, chunk by chunk. */
import type { MoistureField } from '#agronomy/surface/solved-field.ts'
import { cellCentre } from '#agronomy/surface/grid.ts'
import { lowerHalf, TILE_CELLS } from '#agronomy/surface/kernel.ts'
import type { GridLayout } from './surfaces-grid.ts'
import { type KernelMemory, PLACE, WEIGHTS_BYTES } from './surfaces-memory.ts'
import type { SurfaceGrid } from './surfaces-order.ts'

export interface Drawing {
  field: MoistureField
  surface: SurfaceGrid
  /** Quadratic forms of the uncertainty in the kernel's layout; null when not requested. */
  forms: Float32Array | null
}

/** Tiles of a grid in expanded form. */
export interface Chunk {
  /** Index of the first map among those drawn together. */
  map: number
  tile: number
  count: number
}

export function beginDrawing({ size, wettedRadius, blank }: GridLayout, field: MoistureField): Drawing {
  const values = blank.slice()
  const { spread, model } = field
  const deviation = spread && blank.slice()
  const surface = { size, wettedRadius, values, deviation, min: Number.NaN, max: Number.NaN, model, field }
  if (spread === null) return { field, surface, forms: null }
  const order = spread.terms + field.x.length
  const formSize = formLength(order)
  const forms = new Float32Array(spread.forms.length * formSize)
  spread.forms.forEach(({ form }, r) => forms.set(lowerHalf(form, order), r * formSize))
  return { field, surface, forms }
}

/** A lower triangle, padded to a whole vector. */
const formLength = (order: number) => 4 * Math.ceil((order * (order + 1)) / 8)

/** @param drawings one or two */
export function drawChunk(
  memory: KernelMemory,
  grid: GridLayout,
  drawings: readonly Drawing[],
  chunk: Chunk,
): void {
  const { map, tile, count } = chunk
  const floats = memory.floats()
  const bounds = PLACE.bounds / 4
  for (let k = 0; k < 16; k += 1) floats[bounds + k] = k & 4 ? -Infinity : Infinity
  const weights = PLACE.weights + map * WEIGHTS_BYTES
  // a single one is drawn twice
  const weights2 = drawings.length > 1 ? weights + WEIGHTS_BYTES : weights
  const [base = 0, base2 = base] = drawings.map(({ field }) => field.trend[0] ?? 0)
  const rows = 2 * grid.layout.x.length
  const { kernel } = memory
  kernel.predict(
    PLACE.chunk,
    count,
    rows,
    weights,
    PLACE.sums,
    base,
    weights2,
    PLACE.sums2,
    base2,
    PLACE.bounds,
  )
  drawings.forEach((drawing, index) => {
    const sums = (index === 0 ? PLACE.sums : PLACE.sums2) / 4
    const first = tile * TILE_CELLS
    const last = Math.min(grid.cells.length, first + count * TILE_CELLS)
    const drawn = floats.subarray(sums, sums + last - first)
    const extremes = floats.subarray(bounds + 8 * index, bounds + 8 * index + 8)
    keepChunk(drawing, grid, { first, drawn, extremes })
    if (drawing.forms) addDeviation(memory, grid, drawing, chunk)
  })
}

/** Values of cells from the first one on, and their extremes. */
interface DrawnCells {
  first: number
  drawn: Float32Array
  extremes: Float32Array
}

function keepChunk(
  { surface, field }: Drawing,
  grid: GridLayout,
  { first, drawn, extremes }: DrawnCells,
): void {
  const [, east = 0, north = 0] = field.trend
  if (east === 0 && north === 0) for (const value of extremes) widen(surface, value)
  else {
    addPlane(drawn, grid.cells.subarray(first, first + drawn.length), grid, [east, north])
    for (const value of drawn) widen(surface, value)
  }
  copyRuns(surface.values, grid.cells, first, drawn)
}

/** Written so that the first value replaces NaN. */
function widen(surface: SurfaceGrid, value: number): void {
  if (!(surface.min <= value)) surface.min = value
  if (!(surface.max >= value)) surface.max = value
}

function addPlane(
  chunk: Float32Array,
  cells: Int32Array,
  { size, wettedRadius }: GridLayout,
  [east, north]: [number, number],
): void {
  const step = (2 * wettedRadius) / size
  for (let c = 0; c < chunk.length; c += 1) {
    const cell = cells[c] ?? 0
    const row = Math.floor(cell / size)
    const x = (cell - row * size + 0.5) * step - wettedRadius
    const y = wettedRadius - (row + 0.5) * step
    chunk[c] = (chunk[c] ?? 0) + east * x + north * y
  }
}

/** Adjacent cells of a row are copied at once. */
function copyRuns(values: Float32Array, cells: Int32Array, first: number, chunk: Float32Array): void {
  const end = first + chunk.length
  let start = first
  while (start < end) {
    const cell = cells[start] ?? 0
    let [low, high] = [start + 1, end]
    // indices are ascending: consecutive ones have no gap
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cells[middle] ?? 0) - cell === middle - start) low = middle + 1
      else high = middle
    }
    values.set(chunk.subarray(start - first, low - first), cell)
    start = low
  }
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
  const [rows, sums] = [PLACE.rows / 4, PLACE.bounds / 4 + 16]
  for (let tile = 0; tile < chunk.count; tile += 1) {
    const first = (chunk.tile + tile) * TILE_CELLS
    placeTrend(floats.subarray(rows, rows + terms * TILE_CELLS), cells, first, size)
    floats.fill(0, sums, sums + TILE_CELLS)
    field.spread.forms.forEach((_, r) => {
      const from = PLACE.chunk / 4 + (2 * tile + r) * n * TILE_CELLS
      floats.copyWithin(rows + terms * TILE_CELLS, from, from + n * TILE_CELLS)
      const form = PLACE.forms + 4 * r * formLength(terms + n)
      memory.kernel.quadratic(PLACE.rows, terms + n, form, 4 * sums)
    })
    for (let c = first; c < Math.min(cells.length, first + TILE_CELLS); c += 1) {
      const cell = cells[c] ?? 0
      const variance = (floats[sums + c - first] ?? 0) - ((values[cell] ?? 0) - base) ** 2
      deviation[cell] = Math.sqrt(Math.max(0, variance))
    }
  }
}

/** Rows of the trend: 1, and for a plane x / R and y / R. */
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

/** The surface is exact at a probe: a cell with a probe at its very centre has its value, without uncertainty. */
export function endDrawing({ surface, field }: Drawing): void {
  const { size, wettedRadius, values, deviation } = surface
  field.value.forEach((theta, i) => {
    const [x, y] = [field.x[i] ?? 0, field.y[i] ?? 0]
    const column = Math.round(((x / wettedRadius + 1) * size - 1) / 2)
    const row = Math.round(((1 - y / wettedRadius) * size - 1) / 2)
    if (Math.max(row, column) >= size || Math.min(row, column) < 0) return
    const centre = cellCentre(row, column, size, wettedRadius)
    const cell = row * size + column
    if (centre.x !== x || centre.y !== y || Number.isNaN(values[cell])) return
    values[cell] = theta
    surface.min = Math.min(surface.min, theta)
    surface.max = Math.max(surface.max, theta)
    if (deviation) deviation[cell] = 0
  })
}
