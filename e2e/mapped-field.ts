/** A field with probes and past readings, created by the same calls as loggers and Place Soil Probes make. */
import { type ConnectedSystem, expect, type Farm, FIELD, newSystem, type Page, signInByCall } from './farm.ts'

const METRES_PER_DEGREE = 111_320

/** Probes evenly spaced around the pivot, between towers 2 and 3. */
export const PROBES = [1, 2, 3, 4, 5].map((number) => {
  const angle = (number * 2 * Math.PI) / 5
  const lat = FIELD.lat + (150 * Math.cos(angle)) / METRES_PER_DEGREE
  const lng =
    FIELD.lng + (150 * Math.sin(angle)) / (METRES_PER_DEGREE * Math.cos((FIELD.lat * Math.PI) / 180))
  return { number, lat, lng, depthsCm: [20, 50] }
})

export async function placeProbes(page: Page, probes: typeof PROBES = PROBES): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const response = await page.request.post('/api/save-probes/', {
    headers: { authorization: `JWT ${access}` },
    data: {
      fieldName: 'North field',
      probes: probes.map(({ lat, lng, number }) => [lat, lng, String(number)]),
    },
  })
  expect(response.status()).toBe(201)
}

export interface MappedField {
  name: string
  system: ConnectedSystem
  /** Sends readings of all probes at 20 and 50 cm, as a logger does; wetter with higher probe numbers. */
  send(at: string, vwc: number): Promise<void>
}

/** A new customer with one system and its probes. */
export async function mappedField(page: Page, farm: Farm, word: string): Promise<MappedField> {
  const email = await signInByCall(page, farm)
  const name = newSystem(word)
  const system = await farm.connect(email, name)
  const { gateway } = system
  await placeProbes(page)
  let batches = 0
  return {
    name,
    system,
    async send(at, vwc) {
      batches += 1
      const readings = PROBES.flatMap(({ number, depthsCm }) =>
        depthsCm.map((depthCm) => ({ probe: number, depthCm, at, vwc: vwc + 0.02 * (number - 3) })),
      )
      const answer = await page.request.post('/api/ingest/readings/', {
        headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
        data: { batch: `b${batches}`, readings },
      })
      expect(answer.status()).toBe(200)
    },
  }
}
