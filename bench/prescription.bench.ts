/** One prescription of 1,620 cells from 42 probes and 20 geofences of 50 pins, and the same computed by brute force. */
import { createHash } from 'node:crypto'
import { cellMiddle, cellSoils, type SoilProbe } from '../src/agronomy/prescription/cell-soil.ts'
import { cellWater } from '../src/agronomy/prescription/cell-water.ts'
import { type LayeredField, profileAt, solveLayers } from '../src/agronomy/surface/layered-field.ts'
import { predictMoisture } from '../src/agronomy/surface/solved-field.ts'
import { type FieldPoint, fromPolar, toFieldPoint, toLatLng } from '../src/agronomy/pivot/pivot-geometry.ts'
import {
  computePrescription,
  type PrescriptionInput,
} from '../src/agronomy/prescription/prescription-engine.ts'
import { cellIndex, SECTORS } from '../src/agronomy/prescription/prescription.ts'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import type { Bench } from './bench.ts'
import { median, ms, print, target } from './measure.ts'

const PROBES = 42
const GEOFENCES = 20
const PINS = 50
const ROUNDS = 41
/** Bare ones, of processor time. */
const HASHES_MAX = 3
/** Sensors at 15, 45 and 75 cm. */
const DEPTHS_MM = [
  [0, 300],
  [300, 600],
  [600, 900],
] as const
const PIVOT = { lat: 51.06, lng: -114.15 }
const TOWERS = [41.148, 82.296, 123.444, 164.592, 205.74, 246.888, 288.036, 329.184, 370.332]
const WETTED = 385.572
const RADII = [...TOWERS.slice(0, -1), WETTED]
const TARGET = { rateIn: 1, rootDepthIn: 36, targetPercent: 90 }
const MACHINE = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: TOWERS,
  wettedRadiusM: WETTED,
  arc: null,
  flowGpm: 800,
  speed100MMin: 3.048,
}

interface Field {
  probes: SoilProbe[]
  surface: LayeredField
  geofences: { percent: number; enabled: boolean; outline: { lat: number; lng: number }[] }[]
}

function field(): Field {
  const random = seededRandom(20)
  const place = (reach: number) =>
    fromPolar({ bearing: random.between(0, 360), distance: reach * Math.sqrt(random.next()) })
  const probes = Array.from({ length: PROBES }, (_, number) => ({
    ...place(WETTED),
    reporting: number % 14 !== 0,
    outlier: false,
    fieldCapacity: 0.27,
    wiltingPoint: 0.12,
  }))
  const profiles = probes.map(({ x, y, fieldCapacity, wiltingPoint }) => ({
    x,
    y,
    limits: { fieldCapacity, wiltingPoint },
    layers: DEPTHS_MM.map(([topMm, bottomMm]) => ({ topMm, bottomMm, share: random.between(0.3, 1) })),
  }))
  const surface = solveLayers(profiles, WETTED)
  const geofences = Array.from({ length: GEOFENCES }, (_, fence) => {
    const middle = place(350)
    const reach = random.between(20, 120)
    const outline = Array.from({ length: PINS }, (__, pin) => {
      const { x, y } = fromPolar({ bearing: (360 * pin) / PINS, distance: reach * random.between(0.5, 1) })
      return toLatLng(PIVOT, { x: middle.x + x, y: middle.y + y })
    })
    return { percent: fence % 3 === 0 ? 0 : Math.floor(random.between(10, 100)), enabled: true, outline }
  })
  return { probes, surface, geofences }
}

function pinsOf(geofence: Field['geofences'][number]): FieldPoint[] {
  return geofence.outline.map((pin) => toFieldPoint(PIVOT, pin))
}

/** From gathered inputs with the surface solved, to the hash. */
function prescribe({ probes, surface, geofences }: Field) {
  const input: PrescriptionInput = {
    pivot: MACHINE,
    on: true,
    testTower: null,
    speedControl: true,
    ...TARGET,
    geofences: geofences.map((fence) => ({ percent: fence.percent, enabled: true, pins: pinsOf(fence) })),
    soil: cellSoils(
      { probes, zones: [], surface, lastSurface: null, outlierSurface: null, outerRadii: RADII },
      profileAt,
    ),
  }
  const computed = computePrescription(input)
  return { ...computed, sha256: createHash('sha256').update(computed.percent).digest('hex') }
}

function contains(pins: readonly FieldPoint[], { x, y }: FieldPoint): boolean {
  let inside = false
  pins.forEach((a, k) => {
    const b = pins[(k + 1) % pins.length] ?? a
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside
  })
  return inside
}

/** Each of 25 points of each cell against each edge of each geofence; an overlap is detected only if it contains a point. */
function prescribePlainly({ probes, surface, geofences }: Field): Uint8Array {
  const fences = geofences.map((fence) => ({ percent: fence.percent, pins: pinsOf(fence) }))
  const percent = new Uint8Array(SECTORS * RADII.length)
  for (let sector = 0; sector < SECTORS; sector += 1) {
    RADII.forEach((outer, zone) => {
      const inner = RADII[zone - 1] ?? 0
      const samples = Array.from({ length: 25 }, (_, k) =>
        fromPolar({
          bearing: 2 * sector + 0.4 * ((k % 5) + 0.5),
          distance: Math.sqrt(inner ** 2 + ((Math.floor(k / 5) + 0.5) / 5) * (outer ** 2 - inner ** 2)),
        }),
      )
      const forcing = fences.filter(({ percent: forced, pins }) => {
        const inside = samples.filter((sample) => contains(pins, sample)).length
        return inside >= (forced === 0 ? 1 : 13)
      })
      percent[cellIndex(sector, zone)] =
        forcing.length > 0
          ? Math.min(...forcing.map((fence) => fence.percent))
          : soilPercent(cellMiddle(sector, zone, RADII), probes, surface)
    })
  }
  return percent
}

function soilPercent(middle: FieldPoint, probes: readonly SoilProbe[], surface: LayeredField): number {
  const distance = ({ x, y }: FieldPoint) => Math.hypot(x - middle.x, y - middle.y)
  const [nearest] = probes.toSorted((a, b) => distance(a) - distance(b))
  if (!nearest?.reporting) return 100
  const fields = surface.groups.flatMap((group) => group.fields)
  const layers = surface.layers.map((layer, k) => {
    const field = fields[k]
    const share = field ? predictMoisture(field, middle.x, middle.y) : null
    return { ...layer, share, ...limitsOf(nearest) }
  })
  return cellWater(layers, TARGET).percent
}

function limitsOf({ fieldCapacity, wiltingPoint }: SoilProbe) {
  return { fieldCapacity, wiltingPoint }
}

/** CPU of one call, ms. */
function cpuOf(call: () => unknown): number {
  const before = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export const bench: Bench = {
  async run({ hash }) {
    const input = field()
    const first = cpuOf(() => prescribe(input))
    const product: number[] = []
    const plain: number[] = []
    // Alternating, so that a busy moment of the machine affects both; after a warm-up.
    for (let round = 0; round < ROUNDS; round += 1) {
      product.push(cpuOf(() => prescribe(input)))
      if (round % 8 === 0) plain.push(cpuOf(() => prescribePlainly(input)))
    }
    const [ourMedian, theirMedian] = [median(product), median(plain)]
    const [ours, theirs] = [prescribe(input), prescribePlainly(input)]
    const differing = [...theirs].filter((percent, cell) => percent !== ours.percent[cell])
    // Where the two differ, an outline of 0 % reaches into a cell between its 25 points.
    const explained = [...theirs].every(
      (percent, cell) => ours.percent[cell] === percent || ours.percent[cell] === 0,
    )
    print(
      `Prescription: 1,620 cells, ${PROBES} probes of ${DEPTHS_MM.length} depths, ${GEOFENCES} geofences of ${PINS} pins, surface known`,
    )
    print(
      `  product ${ourMedian.toFixed(2)} ms CPU, median of ${ROUNDS}; the first one, not yet compiled, ${first.toFixed(1)} ms`,
    )
    print(
      `  every point against every edge ${theirMedian.toFixed(0)} ms CPU: ${(theirMedian / ourMedian).toFixed(0)} times as much`,
    )
    print(`  ${differing.length} cells touched by 0 % that 25 points do not see`)
    return [
      target(
        `at most ${HASHES_MAX} hashes of ${ms(hash.cost)}: ${(ourMedian / hash.cost).toFixed(2)}`,
        ourMedian <= HASHES_MAX * hash.cost,
      ),
      target('the same cells as the plain way, but for touches that it misses', explained),
      target('the same bytes each time', prescribe(input).sha256 === ours.sha256),
    ].every(Boolean)
  },
}
