/** Draws the maps of a batch in pairs, chunk by chunk. */
import type { MoistureField } from '#agronomy/surface/solved-field.ts'
import { cellCentre } from '#agronomy/surface/grid.ts'
import { lowerHalf, TILE_CELLS } from '#agronomy/surface/kernel.ts'
import type { GridLayout } from './surfaces-grid.ts'
import { BOUNDS_BYTES, type KernelMemory, PLACE, WEIGHTS_BYTES } from './surfaces-memory.ts'
import type { SurfaceGrid } from './surfaces-order.ts'

/** One map of a batch. */
export interface Drawing {
  field: MoistureField
  surface: SurfaceGrid
  /** Quadratic forms of the uncertainty in the kernel's layout; null when not requested. */
  forms: Float32Array | null
}

/** Two maps that are drawn together; a single one is drawn twice. */
interface Pair {
  first: Drawing
  second: Drawing | null
  base: number
  base2: number
  /** Addresses of their weights and of the extremes of both. */
  weights: number
  weights2: number
  bounds: number
}

/** Tiles of a grid in expanded form. */
export interface Chunk {
  tile: number
  count: number
}

export function beginDrawing({ size, wettedRadius }: GridLayout, field: MoistureField): Drawing {
  const values = notCleared(size * size)
  const { spread, model } = field
  const deviation = spread && notCleared(size * size)
  const surface = { size, wettedRadius, values, deviation, min: Number.NaN, max: Number.NaN, model, field }
  if (spread === null) return { field, surface, forms: null }
  const order = spread.terms + field.x.length
  const formSize = formLength(order)
  const forms = new Float32Array(spread.forms.length * formSize)
  spread.forms.forEach(({ form }, r) => forms.set(lowerHalf(form, order), r * formSize))
  return { field, surface, forms }
}

/** To clear it first is a twentieth of a map; every cell is overwritten, the wetted ones with sums, the others with NaN. */
function notCleared(count: number): Float32Array<ArrayBuffer> {
  return new Float32Array(Buffer.allocUnsafeSlow(Float32Array.BYTES_PER_ELEMENT * count).buffer)
}

/** A lower triangle, padded to a whole vector. */
const formLength = (order: number) => 4 * Math.ceil((order * (order + 1)) / 8)

export function pairsOf(drawings: readonly Drawing[]): Pair[] {
  const weightsAt = (map: number) => PLACE.weights + map * WEIGHTS_BYTES
  const baseOf = ({ field }: Drawing) => field.trend[0] ?? 0
  return drawings.flatMap((first, map): Pair[] => {
    if (map % 2 === 1) return []
    const second = drawings[map + 1] ?? null
    return [
      {
        first,
        second,
        base: baseOf(first),
        base2: baseOf(second ?? first),
        weights: weightsAt(map),
        weights2: weightsAt(second ? map + 1 : map),
        bounds: boundsAt(map),
      },
    ]
  })
}

const boundsAt = (map: number) => PLACE.bounds + (map >> 1) * BOUNDS_BYTES

/** Nothing is drawn yet: the first value is both the least and the greatest. */
export function beginBounds(memory: KernelMemory, pairs: number): void {
  const [least, greatest] = [new Float32Array(4).fill(Infinity), new Float32Array(4).fill(-Infinity)]
  for (let map = 0; map < 2 * pairs; map += 1) {
    memory.put(extremesAt(map), least)
    memory.put(extremesAt(map) + least.byteLength, greatest)
  }
}

const extremesAt = (map: number) => boundsAt(map) + (map % 2) * (BOUNDS_BYTES / 2)

/** Adjacent cells of a row, and the sums of both maps of a pair there. */
interface Run {
  cell: number
  sums: Float32Array
  sums2: Float32Array
}

export function drawChunk(
  memory: KernelMemory,
  grid: GridLayout,
  pairs: readonly Pair[],
  chunk: Chunk,
): void {
  const { kernel } = memory
  const rows = 2 * grid.layout.x.length
  // the same for every pair
  const runs = runsOfChunk(memory, grid, chunk)
  for (const { first, second, base, base2, weights, weights2, bounds } of pairs) {
    const { chunk: both, sums, sums2 } = PLACE
    kernel.predict(both, chunk.count, rows, weights, sums, base, weights2, sums2, base2, bounds)
    for (const { cell, sums } of runs) keepRun(first, grid, cell, sums)
    if (first.forms) addDeviation(memory, grid, first, chunk)
    if (second === null) continue
    for (const { cell, sums2 } of runs) keepRun(second, grid, cell, sums2)
    if (second.forms) addDeviation(memory, grid, second, chunk)
  }
}

function runsOfChunk(memory: KernelMemory, { cells }: GridLayout, { tile, count }: Chunk): Run[] {
  const floats = memory.floats()
  const first = tile * TILE_CELLS
  const end = Math.min(cells.length, first + count * TILE_CELLS)
  const runs: Run[] = []
  let start = first
  while (start < end) {
    const cell = cells[start] ?? 0
    let next = start + 1
    while (next < end && cells[next] === cell + next - start) next += 1
    const [sums = floats, sums2 = floats] = [PLACE.sums, PLACE.sums2].map((place) =>
      floats.subarray(place / 4 + start - first, place / 4 + next - first),
    )
    runs.push({ cell, sums, sums2 })
    start = next
  }
  return runs
}

function keepRun(drawing: Drawing, grid: GridLayout, cell: number, sums: Float32Array): void {
  if (hasPlane(drawing)) addPlane(sums, cell, grid, drawing.field.trend)
  drawing.surface.values.set(sums, cell)
}

const hasPlane = ({ field: { trend } }: Drawing) => trend[1] !== 0 || trend[2] !== 0

function addPlane(
  sums: Float32Array,
  firstCell: number,
  { size, wettedRadius }: GridLayout,
  [, east = 0, north = 0]: Float64Array,
): void {
  const step = (2 * wettedRadius) / size
  for (let c = 0; c < sums.length; c += 1) {
    const cell = firstCell + c
    const row = Math.floor(cell / size)
    const x = (cell - row * size + 0.5) * step - wettedRadius
    const y = wettedRadius - (row + 0.5) * step
    sums[c] = (sums[c] ?? 0) + east * x + north * y
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
  const [rows, sums] = [PLACE.rows / 4, PLACE.squares / 4]
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

/** @param map index of the drawing in its batch */
export function endDrawing(memory: KernelMemory, grid: GridLayout, drawing: Drawing, map: number): void {
  const { values, deviation } = drawing.surface
  if (grid.cells.length > 0) findExtremes(memory, grid, drawing, map)
  fillGaps(values, grid.gaps)
  if (deviation) fillGaps(deviation, grid.gaps)
  fixProbes(drawing)
}

/** A loop: the gaps of a row are short, and `fill` costs as much as a hundred numbers. */
function fillGaps(values: Float32Array, gaps: Int32Array): void {
  for (let gap = 0; gap < gaps.length; gap += 2) {
    const end = gaps[gap + 1] ?? 0
    for (let cell = gaps[gap] ?? end; cell < end; cell += 1) values[cell] = Number.NaN
  }
}

function findExtremes(memory: KernelMemory, { cells }: GridLayout, drawing: Drawing, map: number): void {
  const { surface } = drawing
  surface.min = Infinity
  surface.max = -Infinity
  const widen = (value = Number.NaN) => {
    surface.min = Math.min(surface.min, value)
    surface.max = Math.max(surface.max, value)
  }
  const bounds = extremesAt(map) / 4
  // the kernel's are those before the plane was added
  if (hasPlane(drawing)) for (const cell of cells) widen(surface.values[cell])
  else for (const value of memory.floats().subarray(bounds, bounds + 8)) widen(value)
}

/** The surface is exact at a probe: a cell with a probe at its very centre has its value, without uncertainty. */
function fixProbes({ surface, field }: Drawing): void {
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
