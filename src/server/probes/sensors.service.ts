/** Sensors of a system: which report, how recently, where they are, and the soil set for them. */
import { READING_FRESH_MS } from '../../contract/limits.ts'
import { sensorId } from '../../contract/readings.ts'
import {
  type ProbeSoil,
  type Sensor,
  type SensorList,
  type SensorPatch,
  sensorPatch,
  type SensorProbe,
} from '../../contract/probes.ts'
import { continueAsServer, type CustomerTx, type Reader } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { type LatestReading, readLatest } from '../readings/readings.store.ts'
import { attempted, auditable, auditableText } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { mayChange, type MemberSystem } from '../systems/membership.ts'
import { lockSystem } from '../systems/settings.store.ts'
import { systemChanged } from '../systems/systems.events.ts'
import { systemOf } from '../systems/membership.store.ts'
import { placedProbes } from './placed-probes.ts'
import { putOwnSoil, selectOwnSoils } from './probe-soils.store.ts'
import { fieldZones } from '../soil-zones/soil-zones.store.ts'
import { curveTexture, fits, soilLimits } from './soil-limits.rules.ts'
import { zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import {
  type Instrument,
  type InstrumentKind,
  selectInstruments,
} from '../readings/instrument-readings.store.ts'
import { NO_OWN_SOIL, type OwnSoil, type SoilTexture } from '../../agronomy/soil/soil-texture.ts'

export interface Sensors {
  /** @throws Problem('system_not_found') */
  list(userId: number, system: string): Promise<SensorList>
  /** @throws Problem; 'not_found' for a probe of another user, or an unknown one */
  change(userId: number, address: { system: string; number: string }, body: unknown): Promise<SensorProbe>
}

export function createSensors(kit: Kit): Sensors {
  const { clock, database, events } = kit

  async function store(
    tx: CustomerTx,
    userId: number,
    system: MemberSystem,
    number: number,
    patch: SensorPatch,
  ) {
    const before = (await selectOwnSoils(tx, system.id)).get(number) ?? NO_OWN_SOIL
    const after = patched(before, patch)
    if (!fits(system, after))
      throw new Problem('soil_limits_invalid', {
        field: patch.field_capacity === undefined ? 'wilting_point' : 'field_capacity',
      })
    if (sameSoil(before, after)) return
    await putOwnSoil(tx, system.id, number, after)
    const server = await continueAsServer(tx)
    await recordAudit(server, {
      at: clock.now(),
      userId,
      action: 'probe soil',
      systemId: system.id,
      systemName: system.name,
      before: { probe: number, ...viewOfSoil(before) },
      after: { probe: number, ...viewOfSoil(after) },
      outcome: 'accepted',
    })
    await events.publish(server, systemChanged, { controllerId: system.controllerId })
  }

  return {
    list: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        // members do not see probes placed by others
        const server = await continueAsServer(tx)
        return { system: name, probes: await probesOf(server, system, clock.now()) }
      }),

    change(userId, { system: name, number: digits }, body) {
      const after = { probe: auditableText(digits), ...auditable(body, Object.keys(sensorPatch.shape)) }
      return attempted(kit, { userId, action: 'probe soil', systemName: name, after }, async () => {
        const number = /^\d{1,6}$/.test(digits) ? Number(digits) : null
        const probe = async () => {
          const system = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
          const probes = await probesOf(database.reader, system, clock.now())
          const found = probes.find((candidate) => candidate.number === number)
          if (!found) throw new Problem('not_found')
          return found
        }
        await probe()
        await database.asCustomer(userId, async (tx) => {
          const system = await systemOf(tx, userId, name)
          mayChange(system)
          const patch = readBody(sensorPatch, body)
          await lockSystem(tx, system.id)
          await store(tx, userId, system, Number(digits), patch)
        })
        return probe()
      })
    },
  }
}

/** By number: those that report, those that are placed, and those that do both. */
async function probesOf(db: Reader, system: MemberSystem, now: Date): Promise<SensorProbe[]> {
  const placed = await placedProbes(db, system)
  const latest = await readLatest(db, system.controllerId, new Date(0))
  const instruments = await selectInstruments(db, system.controllerId, ['tension', 'battery', 'charge'])
  const soils = await selectOwnSoils(db, system.id)
  const zoneOf = zoneFinder(await fieldZones(db, system))
  const measuring = instruments.filter(({ kind }) => kind === 'tension')
  const numbers = new Set([
    ...[...placed, ...measuring].map(({ number }) => number),
    ...latest.map(({ probe }) => probe),
  ])
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => {
      const place = placed.find((candidate) => candidate.number === number)
      const own = soils.get(number) ?? NO_OWN_SOIL
      const zone = place ? zoneOf(place) : null
      const { fieldCapacity, wiltingPoint, source } = soilLimits(system, own, zone)
      return {
        number,
        place: place ? { latitude: place.latitude, longitude: place.longitude } : null,
        field_capacity: fieldCapacity,
        wilting_point: wiltingPoint,
        soil_source: source,
        soil_zone: zone && source === 'zone' ? { name: zone.name, confirmed: zone.confirmed } : null,
        own_soil: viewOfSoil(own),
        sensors: latest.flatMap((reading) => (reading.probe === number ? viewOfReading(reading, now) : [])),
        ...viewOfInstruments(
          instruments.filter((instrument) => instrument.number === number),
          curveTexture(system, own, zone),
          now,
        ),
      }
    })
}

/** No values for a probe without one. */
function viewOfInstruments(
  instruments: readonly Instrument[],
  curve: SoilTexture | null,
  now: Date,
): Pick<SensorProbe, 'tension' | 'battery'> {
  const tension = instruments.filter(({ kind }) => kind === 'tension')
  const newest = (kind: InstrumentKind) => instruments.find((instrument) => instrument.kind === kind)
  const [volts, percent] = [newest('battery'), newest('charge')]
  const times = [volts, percent].flatMap((instrument) => instrument?.at.getTime() ?? [])
  return {
    ...(tension.length === 0
      ? {}
      : {
          tension: {
            sensors: tension.map(({ depthCm, value, at }) => ({
              depth_cm: depthCm,
              kpa: value,
              at: at.toISOString(),
              freshness: isFresh(at, now) ? 'fresh' : 'silent',
            })),
            curve,
          },
        }),
    ...(times.length === 0
      ? {}
      : {
          battery: {
            volts: volts?.value ?? null,
            percent: percent?.value ?? null,
            at: new Date(Math.max(...times)).toISOString(),
          },
        }),
  }
}

const isFresh = (at: Date, now: Date) => now.getTime() - at.getTime() <= READING_FRESH_MS

function viewOfReading({ probe, depthCm, at, value }: LatestReading, now: Date): Sensor[] {
  if (at === null || value === null) return []
  return [
    {
      sensor: sensorId(probe, depthCm),
      depth_cm: depthCm,
      value,
      at: at.toISOString(),
      freshness: isFresh(at, now) ? 'fresh' : 'silent',
    },
  ]
}

function viewOfSoil({ texture, fieldCapacity, wiltingPoint }: OwnSoil): ProbeSoil {
  return { texture, field_capacity: fieldCapacity, wilting_point: wiltingPoint }
}

/** Fields that are left out of the patch stay. */
function patched(soil: OwnSoil, { texture, field_capacity, wilting_point }: SensorPatch): OwnSoil {
  return {
    texture: texture === undefined ? soil.texture : texture,
    fieldCapacity: field_capacity === undefined ? soil.fieldCapacity : field_capacity,
    wiltingPoint: wilting_point === undefined ? soil.wiltingPoint : wilting_point,
  }
}

function sameSoil(a: OwnSoil, b: OwnSoil): boolean {
  return a.texture === b.texture && a.fieldCapacity === b.fieldCapacity && a.wiltingPoint === b.wiltingPoint
}
