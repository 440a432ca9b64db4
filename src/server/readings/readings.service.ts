/** Takes readings in, from devices and files, and tells who must know. */
import pLimit from 'p-limit'
import type { IngestAnswer } from '../../contract/readings.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import { rainRead, readingsStored } from './readings.events.ts'
import type { Kit } from '../installation/kit.ts'
import type { LorawanDevice } from './lorawan.rules.ts'
import { selectLorawanDevice } from './lorawan-devices.store.ts'
import { checkRain, checkReading, type IncomingRain, type IncomingReading } from './reading-check.ts'
import { storeRain } from './rain-readings.store.ts'
import { isTurnedAway, type LatestReading, readLatest, storeBatch } from './readings.store.ts'

export interface Readings {
  /** Stores one batch in a transaction of its own; sending it again changes nothing. */
  store(controllerId: number, readings: readonly (IncomingReading | IncomingRain)[]): Promise<IngestAnswer>
  /** What `store` would answer; nothing stays. */
  preview(controllerId: number, readings: readonly IncomingReading[]): Promise<IngestAnswer>
  latest(db: Reader, controllerId: number, since: Date): Promise<LatestReading[]>
  /** What the provider said of a device on a radio network. */
  lorawanDevice(controllerId: number, deviceId: string): Promise<LorawanDevice | undefined>
}

const isOfRain = (reading: IncomingReading | IncomingRain): reading is IncomingRain => 'gauge' in reading

const MOST_TRIES = 5
/** Under more than the machine can bear it is readings that wait: never what people wait for. */
export const STORED_AT_ONCE = 2

/** Carries the answer of a preview out of the transaction that it takes back. */
class TakenBack extends Error {
  readonly answer: IngestAnswer
  constructor(answer: IngestAnswer) {
    super('preview')
    this.answer = answer
  }
}

export function createReadings({ database, events, clock }: Kit): Readings {
  const inTurn = pLimit(STORED_AT_ONCE)

  async function storeIn(
    tx: ServerTx,
    controllerId: number,
    readings: readonly (IncomingReading | IncomingRain)[],
  ): Promise<IngestAnswer> {
    const now = clock.now()
    const checked = readings.flatMap((reading) => (isOfRain(reading) ? [] : [checkReading(reading, now)]))
    const { stored, latest } = await storeBatch(tx, controllerId, checked)
    const rain = readings.filter(isOfRain).map((reading) => checkRain(reading, now))
    const gauges = await storeRain(tx, controllerId, rain)
    if (gauges.first) await events.publish(tx, rainRead, { controllerId, from: gauges.first.toISOString() })
    const invalid = [...checked, ...rain].filter((reading) => reading.invalid !== null).length
    if (stored > 0)
      await events.publish(tx, readingsStored, {
        controllerId,
        stored,
        latest: latest?.toISOString() ?? null,
      })
    const all = stored + gauges.stored
    return { stored: all, duplicate: readings.length - all - invalid, invalid }
  }

  /** A month that was made while its readings were on their way to the table of all others turns them away: once more. */
  async function write(work: (tx: ServerTx) => Promise<IngestAnswer>): Promise<IngestAnswer> {
    for (let tries = 1; ; tries += 1)
      try {
        return await database.write(work)
      } catch (error) {
        if (tries === MOST_TRIES || !isTurnedAway(error)) throw error
      }
  }

  return {
    store: (controllerId, readings) => inTurn(() => write((tx) => storeIn(tx, controllerId, readings))),
    async preview(controllerId, readings) {
      try {
        return await write(async (tx) => {
          throw new TakenBack(await storeIn(tx, controllerId, readings))
        })
      } catch (error) {
        if (error instanceof TakenBack) return error.answer
        throw error
      }
    },
    latest: readLatest,
    lorawanDevice: (controllerId, deviceId) => selectLorawanDevice(database.reader, controllerId, deviceId),
  }
}
