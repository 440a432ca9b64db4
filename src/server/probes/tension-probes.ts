/** Converts tension readings to moisture by the retention curve of the soil at each probe. */
import { moistureOfTension } from '#agronomy/soil/retention-curve.ts'
import { type OwnSoil, type SoilLimits, type SoilTexture } from '#agronomy/soil/soil-texture.ts'
import { zoneFinder } from '#agronomy/soil/soil-zones.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { type Tension, tensionsWithin } from '../readings/instrument-readings.store.ts'
import type { FieldZone } from '../soil-zones/soil-zones.store.ts'
import type { System } from '../systems/membership.ts'
import type { SystemProbe } from './placed-probes.ts'
import { curveTexture, soilLimits } from './soil-limits.rules.ts'

/** A sensor as used in a map or a prescription; its moisture is estimated. */
interface EstimatedSensor {
  probe: number
  depthCm: number
  at: Date | null
  /** m3/m3; null if it was silent. */
  value: number | null
}

export interface ByTension {
  said: EstimatedSensor[]
  /** Numbers of probes whose moisture is estimated. */
  estimated: number[]
  /** Numbers of probes that measure tension in a soil without a known texture. */
  unusable: number[]
}

interface Soils {
  placed: readonly SystemProbe[]
  ownSoils: ReadonlyMap<number, OwnSoil>
  zones: readonly FieldZone[]
}

type Moist = readonly { probe: number; depthCm: number }[]

/**
 * @param which the newest reading, or the mean of all; for a mean every reading is converted separately
 * @param moist moisture sensors: where one measures, tension is not used
 */
export async function valuesFromTension(
  db: Reader,
  system: System,
  soils: Soils,
  span: { since: Date; until: Date },
  { which, moist }: { which: 'newest' | 'all'; moist: Moist },
): Promise<ByTension> {
  return readOffCurves(await tensionsWithin(db, system.controllerId, span, which), system, soils, moist)
}

/** The same for known tensions. */
export function readOffCurves(
  tensions: readonly Tension[],
  system: System,
  { placed, ownSoils, zones }: Soils,
  moist: Moist,
): ByTension {
  const empty: ByTension = { said: [], estimated: [], unusable: [] }
  const alone = tensions.filter(
    ({ probe, depthCm }) => !moist.some((sensor) => sensor.probe === probe && sensor.depthCm === depthCm),
  )
  if (alone.length === 0) return empty
  const zoneOf = zoneFinder(zones)
  const soils = new Map<number, { texture: SoilTexture | null; limits: SoilLimits }>(
    placed.map((probe) => {
      const sources = [system, ownSoils.get(probe.number), zoneOf(probe)] as const
      return [probe.number, { texture: curveTexture(...sources), limits: soilLimits(...sources) }]
    }),
  )
  const usable = alone.flatMap((sensor): EstimatedSensor[] => {
    const { texture, limits } = soils.get(sensor.probe) ?? {}
    if (!texture || !limits) return []
    const moistures = sensor.kPa.map((kPa) => moistureOfTension(texture, kPa, limits))
    const value =
      moistures.length === 0
        ? null
        : moistures.reduce((sum, moisture) => sum + moisture, 0) / moistures.length
    return [{ probe: sensor.probe, depthCm: sensor.depthCm, at: sensor.at, value }]
  })
  const numbers = (of: (texture: SoilTexture | null) => boolean) =>
    [...new Set(alone.map(({ probe }) => probe))].filter((number) => {
      const soil = soils.get(number)
      return soil !== undefined && of(soil.texture)
    })
  return {
    said: usable,
    estimated: numbers((texture) => texture !== null),
    unusable: numbers((texture) => texture === null),
  }
}
