/** Encodes the share of each cell as one byte: steps of 0.00625 from -0.1; 255 means no cell. */
import { SECTORS, ZONES } from '../../agronomy/prescription/prescription.ts'

/** Zones of each sector, and limits by cell, as in the computation. */
interface Cells {
  towers: number
  fieldCapacity: Float64Array
  wiltingPoint: Float64Array
}

const [STEP, LEAST, NO_CELL] = [160, 0.1, 255]

/**
 * Sector-major with nine zones, whatever the machine has.
 *
 * @param thetas of each cell and layer, m3/m3
 */
export function packShares(
  thetas: Float64Array,
  layers: number,
  { towers, fieldCapacity, wiltingPoint }: Cells,
): Buffer {
  const packed = Buffer.alloc(SECTORS * ZONES * layers, NO_CELL)
  for (let i = 0; i < thetas.length; i += 1) {
    const [cell, layer] = [Math.floor(i / layers), i % layers]
    const wilting = wiltingPoint[cell] ?? 0
    const share = ((thetas[i] ?? 0) - wilting) / ((fieldCapacity[cell] ?? 0) - wilting)
    const byte = Math.min(NO_CELL - 1, Math.max(0, Math.round(STEP * (share + LEAST))))
    packed[(Math.floor(cell / towers) * ZONES + (cell % towers)) * layers + layer] = byte
  }
  return packed
}

/** One byte per cell, in steps of 0.005 of a share; a larger uncertainty is as good as unknown. */
const DEVIATION_STEP = 200

/**
 * Uncertainty of shares, standard deviations.
 *
 * @param deviations of the moisture of each cell, m3/m3
 */
export function packDeviations(
  deviations: Float64Array,
  { towers, fieldCapacity, wiltingPoint }: Cells,
): Buffer {
  const packed = Buffer.alloc(SECTORS * ZONES, NO_CELL)
  deviations.forEach((deviation, cell) => {
    const share = deviation / ((fieldCapacity[cell] ?? 0) - (wiltingPoint[cell] ?? 0))
    const byte = Math.min(NO_CELL - 1, Math.round(DEVIATION_STEP * share))
    packed[Math.floor(cell / towers) * ZONES + (cell % towers)] = byte
  })
  return packed
}

/** @returns standard deviations of the shares of each cell of the machine's own zones, shape [180, towers] */
export function unpackDeviations(packed: Uint8Array, towers: number): Float64Array {
  return Float64Array.from({ length: SECTORS * towers }, (_, cell) => {
    const place = Math.floor(cell / towers) * ZONES + (cell % towers)
    return (packed[place] ?? NO_CELL) / DEVIATION_STEP
  })
}

/** @returns shares of each cell of the machine's own zones and layer, shape [180, towers, layers] */
export function unpackShares(packed: Uint8Array, towers: number): Float64Array {
  const layers = packed.length / (SECTORS * ZONES)
  const shares = new Float64Array(SECTORS * towers * layers)
  for (let i = 0; i < shares.length; i += 1) {
    const cell = Math.floor(i / layers)
    const place = Math.floor(cell / towers) * ZONES + (cell % towers)
    shares[i] = (packed[place * layers + (i % layers)] ?? NO_CELL) / STEP - LEAST
  }
  return shares
}
