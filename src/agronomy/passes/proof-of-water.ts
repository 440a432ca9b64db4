/** Proof of water: prescribed depth, applied depth and soil gain by part of the field; valves that give no water. */

/** A cell that a pass went over. */
export type ProvenCell = {
  /** Which part of the field it belongs to, from 0. */
  readonly part: number
  /** Ground that was swept, any unit. */
  readonly ground: number
  /** Gross, mm; null if the prescription is unknown. */
  readonly askedMm: number | null
  readonly laidMm: number
}

/** What the sensors of one probe gained from a pass, over the soil that they reach. */
export type ProvenProbe = {
  readonly part: number
  /** Zone above it, from 0. */
  readonly zone: number
  /** Gross, at its position, mm. */
  readonly laidMm: number
  /** mm. */
  readonly gainedMm: number
}

/** One part of a field, means over its swept ground, and over its probes. */
export type ProvenPart = {
  readonly askedMm: number | null
  readonly laidMm: number
  /** Null without a probe. */
  readonly gainedMm: number | null
  readonly probes: number
}

/** Less water on a probe proves nothing, mm. */
const PROVES_FROM_MM = 8
/** A gain below this share of the applied water does not count. */
const NO_GAIN = 0.15
/** One pass is chance. */
const PASSES_LEAST = 3

/**
 * Prescribed depth, applied depth and soil gain by part of the field. O(cells + probes).
 *
 * @param cells that were swept
 * @param probes that were read before and after
 * @param parts how many there are
 * @returns means of each part; null for a part that the pass did not sweep
 * @example provenParts([{ part: 0, ground: 2, askedMm: 10, laidMm: 9 }, { part: 0, ground: 1, askedMm: 4, laidMm: 3 }], [], 1)[0] // { askedMm: 8, laidMm: 7, gainedMm: null, probes: 0 }
 */
export function provenParts(
  cells: readonly ProvenCell[],
  probes: readonly ProvenProbe[],
  parts: number,
): (ProvenPart | null)[] {
  return Array.from({ length: parts }, (_, part) => {
    const own = cells.filter((cell) => cell.part === part && cell.ground > 0)
    if (own.length === 0) return null
    const ground = own.reduce((sum, cell) => sum + cell.ground, 0)
    const mean = (pick: (cell: ProvenCell) => number) =>
      own.reduce((sum, cell) => sum + cell.ground * pick(cell), 0) / ground
    const gained = probes.filter((probe) => probe.part === part).map(({ gainedMm }) => gainedMm)
    return {
      askedMm: own.some(({ askedMm }) => askedMm === null) ? null : mean(({ askedMm }) => askedMm ?? 0),
      laidMm: mean(({ laidMm }) => laidMm),
      gainedMm: gained.length > 0 ? gained.reduce((sum, mm) => sum + mm, 0) / gained.length : null,
      probes: gained.length,
    }
  })
}

/**
 * Zones without soil gain: in at least three passes of 8 mm or more, no probe of the zone gained 15 % of the applied
 * depth (decision 020).
 *
 * @param passes probes of each pass
 * @returns zones, from 0, ascending, with their number of passes
 * @example dryValves([1, 2, 3].map(() => [{ part: 0, zone: 4, laidMm: 20, gainedMm: 0.4 }])) // { 0: { zone: 4, passes: 3 } }
 */
export function dryValves(passes: readonly (readonly ProvenProbe[])[]): { zone: number; passes: number }[] {
  const conclusive = passes.map((probes) => probes.filter(({ laidMm }) => laidMm >= PROVES_FROM_MM))
  const zones = [...new Set(conclusive.flat().map(({ zone }) => zone))].sort((a, b) => a - b)
  return zones.flatMap((zone) => {
    const own = conclusive
      .map((probes) => probes.filter((probe) => probe.zone === zone))
      .filter((selected) => selected.length > 0)
    const noGain = own.flat().every(({ laidMm, gainedMm }) => gainedMm < NO_GAIN * laidMm)
    return noGain && own.length >= PASSES_LEAST ? [{ zone, passes: own.length }] : []
  })
}
