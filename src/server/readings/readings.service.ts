/** Ingests readings from devices and files, and publishes the events. */
import type { IngestAnswer } from '../../contract/readings.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { rainRead, readingsStored } from './readings.events.ts'
import type { Kit } from '../installation/kit.ts'
import type { LorawanDevice } from './lorawan.rules.ts'
import { selectLorawanDevice } from './lorawan-devices.store.ts'
import {
  checkInstrument,
  checkRain,
  type IncomingInstrument,
  type IncomingRain,
  isOfSoil,
} from './instrument-check.ts'
import { storeInstruments } from './instrument-readings.store.ts'
import { checkReading, type IncomingReading } from './reading-check.ts'
import { storeRain } from './rain-readings.store.ts'
import { isTurnedAway, type LatestReading, readLatest, storeBatch } from './readings.store.ts'
import { createLimit } from '../kit/limit.ts'

type Incoming = IncomingReading | IncomingRain | IncomingInstrument

export interface Readings {
  /** Stores one batch in its own transaction; sending it again changes nothing. */
  store(controllerId: number, readings: readonly Incoming[]): Promise<IngestAnswer>
  /** Returns what `store` would, and rolls back. */
  preview(controllerId: number, readings: readonly Incoming[]): Promise<IngestAnswer>
  latest(db: Reader, controllerId: number, since: Date): Promise<LatestReading[]>
  /** The configuration of a radio device. */
  lorawanDevice(controllerId: number, deviceId: string): Promise<LorawanDevice | undefined>
}

const isOfRain = (reading: Incoming): reading is IncomingRain => reading.kind === 'rain'

const newer = (one: Date | null, other: Date | null) =>
  one !== null && (other === null || one > other) ? one : other

const MOST_TRIES = 5
/** Under overload readings wait, not requests. */
export const STORED_AT_ONCE = 2
/** While anything else waits for a connection. */
const STORED_BESIDE_OTHERS = 1

/** Carries the result of a preview out of the transaction that is rolled back. */
class RolledBack extends Error {
  readonly answer: IngestAnswer
  constructor(answer: IngestAnswer) {
    super('preview')
    this.answer = answer
  }
}

export function createReadings({ database, events, clock }: Kit): Readings {
  const inTurn = createLimit(() => (database.pool.waitingCount > 0 ? STORED_BESIDE_OTHERS : STORED_AT_ONCE))

  async function storeIn(
    tx: ServerTx,
    controllerId: number,
    readings: readonly Incoming[],
  ): Promise<IngestAnswer> {
    const now = clock.now()
    const checked = readings.filter(isOfSoil).map((reading) => checkReading(reading, now))
    const { stored, latest } = await storeBatch(tx, controllerId, checked)
    const rain = readings.filter(isOfRain).map((reading) => checkRain(reading, now))
    const instrumentReadings = readings.flatMap((reading) =>
      isOfSoil(reading) || isOfRain(reading) ? [] : [checkInstrument(reading, now)],
    )
    const { stored: instruments, tension } = await storeInstruments(tx, controllerId, instrumentReadings)
    const gauges = await storeRain(tx, controllerId, rain)
    if (gauges.first) await events.publish(tx, rainRead, { controllerId, from: gauges.first.toISOString() })
    const invalid = [...checked, ...rain, ...instrumentReadings].filter(
      (reading) => reading.invalid !== null,
    ).length
    // maps and prescriptions use tension too
    if (stored > 0 || tension)
      await events.publish(tx, readingsStored, {
        controllerId,
        stored,
        latest: newer(latest, tension)?.toISOString() ?? null,
      })
    const storedTotal = stored + gauges.stored + instruments
    return { stored: storedTotal, duplicate: readings.length - storedTotal - invalid, invalid }
  }

  /** A partition created in between makes the default partition refuse its readings: repeated once. */
  async function write(work: (tx: ServerTx) => Promise<IngestAnswer>): Promise<IngestAnswer> {
    for (let tries = 1; ; tries += 1)
      try {
        return await database.write(work)
      } catch (error) {
        if (tries === MOST_TRIES || !isTurnedAway(error)) throw error
      }
  }

  return {
    store: (controllerId, readings) => inTurn.run(() => write((tx) => storeIn(tx, controllerId, readings))),
    async preview(controllerId, readings) {
      try {
        return await write(async (tx) => {
          throw new RolledBack(await storeIn(tx, controllerId, readings))
        })
      } catch (error) {
        if (error instanceof RolledBack) return error.answer
        throw error
      }
    },
    latest: readLatest,
    lorawanDevice: (controllerId, deviceId) => selectLorawanDevice(database.reader, controllerId, deviceId),
  }
}
