/** Proof of irrigation of a pass: the prescription that ran, the machine's record and its probes, by soil zone and geofence. */
import { type Pass, recordedDepth } from '../../agronomy/passes/passes.ts'
import {
  dryValves,
  provenParts,
  type ProvenCell,
  type ProvenProbe,
} from '../../agronomy/passes/proof-of-water.ts'
import { insideOutline, type Outline } from '../../agronomy/pivot/outline.ts'
import { type FieldPoint, sectorOf, toFieldPoint, toPolar } from '../../agronomy/pivot/pivot-geometry.ts'
import { outerRadii } from '../../agronomy/pivot/pivot.ts'
import { wateringZoneIndex, zoneAreas } from '../../agronomy/pivot/pivot-zones.ts'
import { cellMiddle } from '../../agronomy/prescription/cell-soil.ts'
import { cellIndex, SECTORS } from '../../agronomy/prescription/prescription.ts'
import { sensorLayers } from '../../agronomy/soil/root-zone.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import type { PassProof } from '../../contract/passes.ts'
import { selectGeofences } from '../geofences/geofences.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { selectPrescription } from '../prescriptions/prescriptions.store.ts'
import { placedProbes, type SystemProbe } from '../probes/placed-probes.ts'
import { trustOf } from '../suspects/trusted-sensors.ts'
import { fieldZones } from '../soil-zones/soil-zones.store.ts'
import type { System } from '../systems/membership.ts'
import { selectGains, selectRevs } from './pass-proof.store.ts'

/** Part of a field: the first whose outline contains a point. */
interface Part {
  name: string | null
  kind: 'geofence' | 'soil' | 'rest'
  outline: Outline | null
}

/** Number of passes in which a valve is checked. */
const PASSES_BACK = 6

/**
 * @param db with the server's rights: a member cannot read probes that another member has placed
 * @param passes up to the requested one, in order
 */
export async function proofOf(
  db: Reader,
  system: System,
  passes: readonly Pass[],
  now: Date,
): Promise<PassProof | null> {
  const pass = passes.at(-1)
  if (!pass) return null
  const parts = await partsOf(db, system)
  const probes = await placedProbes(db, system)
  const believed = await trustOf(db, system, now)
  const gained = await Promise.all(
    passes
      .slice(-PASSES_BACK)
      .map((earlierPass) => probesUnder(db, system, earlierPass, { parts, probes, believed })),
  )
  const proving = gained.map((under) => under.flatMap(({ proven }) => proven ?? []))
  const cells = await cellsUnder(db, system, pass, parts)
  const proven = provenParts(cells, proving.at(-1) ?? [], parts.length)
  const [total] = provenParts(
    cells.map((cell) => ({ ...cell, part: 0 })),
    (proving.at(-1) ?? []).map((probe) => ({ ...probe, part: 0 })),
    1,
  )
  if (!total) return null
  const figures = ({ askedMm, laidMm, gainedMm, probes: count }: typeof total) => ({
    asked_mm: askedMm,
    laid_mm: laidMm,
    gained_mm: gainedMm,
    probes: count,
  })
  return {
    from: new Date(pass.from).toISOString(),
    ...figures(total),
    zones: parts.flatMap(({ name, kind }, part) => {
      const found = proven[part]
      return found ? [{ name, kind, ...figures(found) }] : []
    }),
    left_out: (gained.at(-1) ?? []).flatMap(({ number, proven }) => (proven ? [] : [number])),
    dry_valves: dryValves(proving).map(({ zone, passes: count }) => ({ tower: zone + 1, passes: count })),
  }
}

async function partsOf(db: Reader, system: System): Promise<Part[]> {
  const { place } = system.pivot
  const geofences = (await selectGeofences(db, system.id)).filter(({ enabled }) => enabled)
  const zones = await fieldZones(db, system)
  return [
    ...geofences.map(({ name, polygon }) => ({
      name,
      kind: 'geofence' as const,
      outline: polygon.map(([lat, lng]) => toFieldPoint(place, { lat, lng })),
    })),
    // of overlapping zones the later counts
    ...zones.map(({ name, outline }) => ({ name, kind: 'soil' as const, outline })).toReversed(),
    { name: null, kind: 'rest', outline: null },
  ]
}

function partAt(parts: readonly Part[], place: FieldPoint): number {
  return parts.findIndex(({ outline }) => outline === null || insideOutline(place, outline))
}

/** Gross, mm, from the records, corrected by catch cans. */
function appliedAt(pass: Pass, { depthFactor }: System, sector: number, zone: number): number {
  const [first, second] = [0.5, 1.5].map((degree) => recordedDepth(pass.stays, 2 * sector + degree, zone))
  return inchesToMm(((first ?? 0) + (second ?? 0)) / 2) * (depthFactor ?? 1)
}

async function cellsUnder(db: Reader, system: System, pass: Pass, parts: Part[]): Promise<ProvenCell[]> {
  const radii = outerRadii(system.pivot)
  const areas = zoneAreas(radii)
  const revs = await selectRevs(db, system.controllerId, { from: new Date(pass.from), to: new Date(pass.to) })
  const prescriptions = new Map(
    await Promise.all(
      [...new Set(revs.values())].map(
        async (rev) => [rev, await selectPrescription(db, system.id, rev)] as const,
      ),
    ),
  )
  return Array.from({ length: SECTORS }, (_, sector) => sector).flatMap((sector) => {
    const swept = ((pass.swept[2 * sector] ?? 0) + (pass.swept[2 * sector + 1] ?? 0)) / 2
    const prescription = prescriptions.get(revs.get(sector) ?? -1)
    const rateIn = prescription?.inputs.settings?.application_rate
    return areas.map((area, zone) => ({
      part: partAt(parts, cellMiddle(sector, zone, radii)),
      ground: swept * area,
      askedMm:
        prescription && rateIn !== undefined
          ? (inchesToMm(rateIn) * (prescription.percent[cellIndex(sector, zone)] ?? 0)) / 100
          : null,
      laidMm: swept > 0 ? appliedAt(pass, system, sector, zone) / swept : 0,
    }))
  })
}

interface ProbeUnder {
  number: number
  /** Null when none of its sensors is trusted: a stuck sensor would look like a closed valve. */
  proven: ProvenProbe | null
}

interface Provable {
  parts: Part[]
  probes: readonly SystemProbe[]
  believed(sensor: { probe: number; depthCm: number }): boolean
}

/** Probes that the arm passed, with readings before and after. */
async function probesUnder(
  db: Reader,
  system: System,
  pass: Pass,
  { parts, probes, believed }: Provable,
): Promise<ProbeUnder[]> {
  const watered = probes.flatMap((probe) => {
    const { bearing, distance } = toPolar(probe)
    const [sector, zone] = [sectorOf(bearing), wateringZoneIndex(system.pivot, distance)]
    const stays = pass.stays.filter((stay) => stay.sector === sector)
    if (stays.length === 0) return []
    return [
      {
        number: probe.number,
        part: partAt(parts, probe),
        zone,
        laidMm: appliedAt(pass, system, sector, zone),
        from: new Date(Math.min(...stays.map(({ from }) => from))),
        to: new Date(Math.max(...stays.map(({ to }) => to))),
      },
    ]
  })
  const gains = await selectGains(db, system.controllerId, watered)
  return watered.flatMap(({ number, part, zone, laidMm }) => {
    const own = gains.filter(({ probe }) => probe === number)
    if (own.length === 0) return []
    // each sensor covers its own layer, whichever of the others are excluded
    const layers = sensorLayers(own.map(({ depthCm }) => depthCm)).filter(({ depthCm }) =>
      believed({ probe: number, depthCm }),
    )
    const gainedMm = layers.reduce((sum, { depthCm, topMm, bottomMm }) => {
      const gain = own.find((sensor) => sensor.depthCm === depthCm)?.gain ?? 0
      return sum + gain * (bottomMm - topMm)
    }, 0)
    return [{ number, proven: layers.length === 0 ? null : { part, zone, laidMm, gainedMm } }]
  })
}
