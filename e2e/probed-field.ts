/** A system whose probes have reported for four days in July, and values worked out from them by hand. */
import { expect, type Farm, newSystem, type Page, signInByCall } from './farm.ts'

export interface ProbedField {
  name: string
  email: string
  /** As shown in the select, and as sent. */
  season: string
  /** Sends readings as a logger does: probe, depth in centimetres, time, m3/m3. */
  send(readings: [number, number, string, number][]): Promise<void>
}

/** A new customer with one system and no readings. */
export async function probedField(page: Page, farm: Farm, word: string): Promise<ProbedField> {
  const email = await signInByCall(page, farm)
  return anotherField(page, farm, email, word)
}

export async function anotherField(
  page: Page,
  farm: Farm,
  email: string,
  word: string,
): Promise<ProbedField> {
  const name = newSystem(word)
  const { gateway } = await farm.connect(email, name)
  let batches = 0
  return {
    name,
    email,
    season: `${name} 2026`,
    async send(readings) {
      batches += 1
      const answer = await page.request.post('/api/ingest/readings/', {
        headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
        data: {
          batch: `b${batches}`,
          readings: readings.map(([probe, depthCm, at, vwc]) => ({ probe, depthCm, at, vwc })),
        },
      })
      expect(answer.status()).toBe(200)
    },
  }
}

/** 6 July 00:00 in Edmonton. */
const FIRST = Date.parse('2026-07-06T06:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Soil that dries by half a per cent of volume a day, from 24.5 %. */
export const dryAt = (ms: number) => 0.245 - (0.005 * (ms - FIRST)) / DAY

/**
 * Probe 3 at 20 and 40 cm each hour from the 6th to 9 July 04:00, the 8th left out; probe 7 at 20 cm on the 9th only.
 * The listed days are the 6th, the 7th and the 9th.
 */
export function fourDays(): [number, number, string, number][] {
  const instants = Array.from({ length: 77 }, (_, i) => FIRST + i * HOUR)
  const reported = instants.filter((ms) => ms < FIRST + 2 * DAY || ms >= FIRST + 3 * DAY)
  return [
    ...reported.flatMap((ms): [number, number, string, number][] =>
      [20, 40].map((depth) => [3, depth, new Date(ms).toISOString(), dryAt(ms)]),
    ),
    [7, 20, '2026-07-09T08:00:00Z', 0.2],
  ]
}

/** 9 July 04:00 in Edmonton, the last reading of probe 3. */
export const LAST = FIRST + 76 * HOUR
