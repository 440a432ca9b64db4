/** A farm with one system, placements and readings, for map tests. */
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { probePaths } from '../../contract/probes.ts'
import { createReadings } from '../readings/readings.service.ts'
import { systemOf } from '../systems/membership.store.ts'
import type { SignedIn } from './accounts.ts'
import type { Built } from './build.ts'
import { connectedSystem, signedUpUser } from './factories.ts'

export const MAP_PIVOT = { lat: 51.06, lng: -114.15 }
export const MAP_SYSTEM = 'North Quarter'

/** A reading; `at` as ISO 8601 with its zone. */
export type MapReading = [probe: number, at: string, vwc: number, depthCm?: number]

export async function mappedFarm(built: Built) {
  const pat = await signedUpUser(built)
  const { gateway } = await connectedSystem(built, pat)
  const place = async (places: [x: number, y: number, number?: number][], as: SignedIn = pat) => {
    const probes = places.map(([x, y, number], i) => {
      const { lat, lng } = toLatLng(MAP_PIVOT, { x, y })
      return [lat, lng, String(number ?? i + 1)]
    })
    const answer = await built.call(probePaths.save, {
      headers: as.headers,
      json: { fieldName: 'North', probes },
    })
    if (answer.status !== 201) throw new Error(`placing answered ${answer.status}`)
  }
  const { id: systemId, controllerId } = await systemOf(built.kit.database.reader, pat.id, MAP_SYSTEM)
  const readings = createReadings(built.kit)
  const store = (mapReadings: MapReading[]) =>
    readings.store(
      controllerId,
      mapReadings.map(([probe, at, vwc, depthCm = 30]) => ({ probe, depthCm, at, vwc })),
    )
  return { pat, gateway, place, store, systemId, controllerId }
}
