/** How much water one cell needs to reach its target, and the valve percentage that applies it. */

import { availableSpan, type ShareLayer } from '../soil/available-water.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'
import { inchesToMm } from '../units.ts'

/** One layer of a cell's soil with the cell's limits; a share of null is not known or not trusted. */
export type SoilLayer = ShareLayer &
  SoilLimits & {
    /** Share from the last trusted values; it can only raise the need, so that a silent dry sensor does not close a valve. */
    readonly lastShare?: number | null
  }

/** The farmer's settings. A root depth or target of null is not set. */
export type WaterTarget = {
  /** Gross depth of one pass at 100 %, in. */
  readonly rateIn: number
  /** Depth of the managed root zone, in. */
  readonly rootDepthIn: number | null
  /** M, per cent of available water: 0 is the wilting point, 100 field capacity. */
  readonly targetPercent: number | null
}

/** Constants of the computation, and the weather until the arm arrives. */
export type WaterRules = {
  /** Share of the gross depth that reaches the root zone. */
  readonly efficiency: number
  /** Least percentage that a valve can keep; what rounds below it is 0. */
  readonly leastPercent: number
  /** Whole per cents between two settings of a valve. */
  readonly stepPercent: number
  /** Evapotranspiration until the arm arrives, mm. */
  readonly etMm: number
  /** Effective rain until then, mm. */
  readonly rainMm: number
}

/** Why a cell has the percentage that its soil gives it. */
export type WaterReason = 'COMPUTED' | 'NO_DEFICIT' | 'BELOW_MIN' | 'CLIPPED_MAX' | 'NO_DATA'

/** The water of one cell; every figure but the percentage is null where nothing is known of its soil. */
export type CellWater = {
  /** 0 to 100, whole. */
  readonly percent: number
  readonly reason: WaterReason
  /** Signed: below 0 the soil holds more than its target, mm over the root zone, weather counted. */
  readonly needMm: number | null
  /** max(0, need), mm. */
  readonly netMm: number | null
  /** Water that must leave the nozzles for it, mm. */
  readonly grossMm: number | null
  /** Percentage before rounding and clipping. */
  readonly rawPercent: number | null
  /**
   * Share of available water of the root zone as it was counted, a layer above field capacity as full: the target is met
   * where it reaches M / 100.
   */
  readonly share: number | null
  /** Water content of the root zone as it is, m3/m3, above field capacity too. */
  readonly theta: number | null
  /** Part of the root zone whose water is known, 0 to 1. */
  readonly cover: number
}

/** No weather, 85 % efficiency, valves from 10 % in steps of 1. */
export const WATER_RULES: WaterRules = {
  efficiency: 0.85,
  leastPercent: 10,
  stepPercent: 1,
  etMm: 0,
  rainMm: 0,
}

/** Values are rounded to 1 / NOISE before comparison, against floating-point rounding at thresholds. */
const NOISE = 1e9

const UNKNOWN: CellWater = {
  percent: 100,
  reason: 'NO_DATA',
  needMm: null,
  netMm: null,
  grossMm: null,
  rawPercent: null,
  share: null,
  theta: null,
  cover: 0,
}

/**
 * Valve percentage of a cell. need = sum((M/100 - min(s, 1)) (FC - WP) dz) Zr / cover over layers of known share s, dz
 * their overlap with [0, Zr]; net = max(0, need + ET - rain), gross = net / efficiency, raw = 100 gross / rate.
 * O(layers).
 *
 * @param layers soil of the cell; null where it is unknown (100 %)
 * @returns percentage, reason and the figures between
 * @throws RangeError when a figure is out of range
 * @example cellWater([{ topMm: 0, bottomMm: 2000, share: 0.77, fieldCapacity: 0.27, wiltingPoint: 0.12 }], { rateIn: 1, rootDepthIn: 36, targetPercent: 90 }).percent // 83
 */
export function cellWater(
  layers: readonly SoilLayer[] | null,
  target: WaterTarget,
  rules: WaterRules = WATER_RULES,
): CellWater {
  assertTarget(target)
  assertRules(rules)
  if (layers === null || target.rootDepthIn === null || target.targetPercent === null) return UNKNOWN
  const rootMm = inchesToMm(target.rootDepthIn)
  const targetShare = target.targetPercent / 100
  const current = layerSums(layers, rootMm, targetShare, false)
  if (current.cover === 0) return UNKNOWN
  const lastTrusted = layerSums(layers, rootMm, targetShare, true)
  const governing =
    lastTrusted.need / lastTrusted.cover > current.need / current.cover ? lastTrusted : current
  const needMm = (governing.need * rootMm) / governing.cover + rules.etMm - rules.rainMm
  const netMm = Math.max(0, needMm)
  const grossMm = netMm / rules.efficiency
  const rawPercent = (100 * grossMm) / inchesToMm(target.rateIn)
  return {
    ...valvePercent(rawPercent, rules),
    needMm,
    netMm,
    grossMm,
    rawPercent,
    share: governing.counted / governing.span,
    theta: governing.water / governing.cover,
    cover: current.cover / rootMm,
  }
}

/** @param useLastTrusted use the last trusted shares where there are some */
function layerSums(
  layers: readonly SoilLayer[],
  rootMm: number,
  targetShare: number,
  useLastTrusted: boolean,
) {
  const sums = { need: 0, cover: 0, counted: 0, span: 0, water: 0 }
  for (const layer of layers) {
    const span = availableSpan(layer)
    const last = layer.lastShare ?? null
    const share = useLastTrusted && isKnown(last) ? last : layer.share
    const dz = Math.min(layer.bottomMm, rootMm) - Math.max(layer.topMm, 0)
    if (!isKnown(share) || !(dz > 0)) continue
    const countedShare = Math.min(share, 1)
    sums.need += (targetShare - countedShare) * span * dz
    sums.cover += dz
    sums.counted += countedShare * span * dz
    sums.span += span * dz
    sums.water += (layer.wiltingPoint + share * span) * dz
  }
  return sums
}

function isKnown(share: number | null): share is number {
  return share !== null && Number.isFinite(share)
}

function valvePercent(rawPercent: number, rules: WaterRules): { percent: number; reason: WaterReason } {
  const raw = Math.round(rawPercent * NOISE) / NOISE
  if (raw === 0) return { percent: 0, reason: 'NO_DEFICIT' }
  if (raw > 100) return { percent: 100, reason: 'CLIPPED_MAX' }
  const stepped = Math.min(100, Math.floor(raw / rules.stepPercent + 0.5) * rules.stepPercent)
  if (stepped < rules.leastPercent) return { percent: 0, reason: 'BELOW_MIN' }
  return { percent: stepped, reason: 'COMPUTED' }
}

function assertTarget({ rateIn, rootDepthIn, targetPercent }: WaterTarget): void {
  if (!(rateIn > 0 && rateIn < Infinity)) throw new RangeError(`application rate ${rateIn} in`)
  if (rootDepthIn !== null && !(rootDepthIn >= 0 && rootDepthIn < Infinity)) {
    throw new RangeError(`root depth ${rootDepthIn} in`)
  }
  if (targetPercent !== null && !(targetPercent >= 0 && targetPercent <= 100)) {
    throw new RangeError(`target ${targetPercent} %`)
  }
}

function assertRules({ efficiency, leastPercent, stepPercent, etMm, rainMm }: WaterRules): void {
  const validStep = Number.isInteger(stepPercent) && stepPercent >= 1 && stepPercent <= 100
  if (!validStep || !(efficiency > 0 && efficiency <= 1) || !(leastPercent >= 0 && leastPercent <= 100)) {
    throw new RangeError(`efficiency ${efficiency}, least ${leastPercent} %, step ${stepPercent} %`)
  }
  if (!(etMm >= 0 && etMm < Infinity) || !(rainMm >= 0 && rainMm < Infinity)) {
    throw new RangeError(`evapotranspiration ${etMm} mm, rain ${rainMm} mm`)
  }
}
