/** Field capacity and wilting point of each map cell, to convert shares to water by volume. */
import { type ColourLimits, moistureColourLimits } from '#agronomy/colour/colour-ramp.ts'
import { cellCentre, wettedCells } from '#agronomy/surface/grid.ts'
import type { SoilLimits } from '#agronomy/soil/soil-texture.ts'
import { limitsFinder, type SoilZone } from '#agronomy/soil/soil-zones.ts'
import type { Pivot } from '#agronomy/pivot/pivot.ts'

/** Shape [N, N] each, m3/m3, NaN outside the wetted circle. */
export interface CellLimits {
  fieldCapacity: Float32Array
  wiltingPoint: Float32Array
}

interface SoilInputs {
  pivot: Pivot
  soil: SoilLimits
  zones: readonly SoilZone[]
  probes: readonly SoilPlace[]
}
interface SoilPlace {
  x: number
  y: number
  limits: SoilLimits
}

/** Those of the soil zone at its centre, else of the nearest probe, else of the system. */
export function cellLimits({ pivot, soil, zones, probes }: SoilInputs, size: number): CellLimits {
  const { wettedRadiusM: wettedRadius, arc } = pivot
  const places = probes.map(({ x, y, limits }) => ({ x, y, ...limits }))
  const limitsAt = limitsFinder({ zones, probes: places, system: soil })
  const fieldCapacity = new Float32Array(size * size).fill(Number.NaN)
  const wiltingPoint = fieldCapacity.slice()
  for (const cell of wettedCells({ size, wettedRadius, arc })) {
    const place = cellCentre(Math.floor(cell / size), cell % size, size, wettedRadius)
    const limits = limitsAt(place)
    fieldCapacity[cell] = limits.fieldCapacity
    wiltingPoint[cell] = limits.wiltingPoint
  }
  return { fieldCapacity, wiltingPoint }
}

/** Converts shares to volumetric water, m3/m3. */
export function volumeOf(shares: Float32Array, { fieldCapacity, wiltingPoint }: CellLimits): Float32Array {
  return shares.map((share, cell) => {
    const least = wiltingPoint[cell] ?? Number.NaN
    return least + share * ((fieldCapacity[cell] ?? Number.NaN) - least)
  })
}

/** Range of the colours of volumetric water: it covers every soil of the field, whatever the readings. */
export function volumeLimits({ soil, zones, probes }: Omit<SoilInputs, 'pivot'>): ColourLimits {
  const soils = [...zones, ...probes].map(({ limits }) => limits)
  const colourLimits = (soils.length > 0 ? soils : [soil]).map(moistureColourLimits)
  return {
    low: Math.min(...colourLimits.map(({ low }) => low)),
    high: Math.max(...colourLimits.map(({ high }) => high)),
  }
}
