/** Flow and pressure in words: of a pump, of a pass that would starve it, and beside what was predicted. */
import { GPM_PER_LPS } from '#agronomy/units.ts'
import type { LowStretch, Pump } from '#contract/pumps.ts'
import { number, quantity } from '../../kit/formats.ts'

type DepthUnit = 'in' | 'mm'

const PSI_PER_KPA = 1 / 6.894757

/** Gallons a minute for those who read inches, litres a second for those who read millimetres. */
export const flowUnit = { in: 'gal/min', mm: 'L/s' } as const satisfies Record<DepthUnit, string>

export function flowIn(gpm: number, unit: DepthUnit): number {
  return unit === 'in' ? gpm : gpm / GPM_PER_LPS
}

/** What was typed in that unit, gallons a minute. */
export function gpmOf(flow: number, unit: DepthUnit): number {
  return unit === 'in' ? flow : flow * GPM_PER_LPS
}

export function flowText(gpm: number, unit: DepthUnit): string {
  return quantity(flowIn(gpm, unit), flowUnit[unit], unit === 'in' ? 0 : 1)
}

export function pressureText(kpa: number, unit: DepthUnit): string {
  return unit === 'in' ? quantity(kpa * PSI_PER_KPA, 'psi', 0) : quantity(kpa, 'kPa', 0)
}

/** `40–100°: as little as 160 gal/min`. */
export function stretchText(
  { from_deg: from, to_deg: to, flow_gpm: flow }: LowStretch,
  unit: DepthUnit,
): string {
  const where = from === 0 && to === 360 ? 'All around' : `${number(from, 0)}–${number(to, 0)}°`
  return flow < 0.5
    ? `${where}: nothing, all valves closed`
    : `${where}: as little as ${flowText(flow, unit)}`
}

/** Below it a difference is one of rounding and of meters. */
const AS_PREDICTED = 0.05

/** What a meter says beside what the prescription foretold for the place of the arm. */
export function flowDifference(
  measuredGpm: number,
  predictedGpm: number,
): { words: string; differs: boolean } {
  if (predictedGpm <= 0)
    return measuredGpm <= 0
      ? { words: 'as predicted', differs: false }
      : { words: 'though all valves should be closed here', differs: true }
  const ratio = measuredGpm / predictedGpm - 1
  if (Math.abs(ratio) <= AS_PREDICTED) return { words: 'as predicted', differs: false }
  const share = quantity(100 * Math.abs(ratio), '%', 0)
  return { words: `${share} ${ratio > 0 ? 'more' : 'less'} than predicted`, differs: true }
}

/** A gauge is read less well than a meter, and wind and slopes move it. */
const AS_PREDICTED_PRESSURE = 0.1

/** What a gauge says beside what the machine had lately at the flow foretold for the place of its arm. */
export function pressureDifference(
  measuredKpa: number,
  predictedKpa: number,
  unit: DepthUnit,
): { words: string; differs: boolean } {
  const ratio = measuredKpa / predictedKpa - 1
  if (Math.abs(ratio) <= AS_PREDICTED_PRESSURE) return { words: 'as predicted', differs: false }
  const share = quantity(100 * Math.abs(ratio), '%', 0)
  const look = ratio < 0 ? 'the pump, its filter and leaks' : 'blocked nozzles and closed valves'
  return {
    differs: true,
    words:
      `The pressure is ${share} ${ratio > 0 ? 'more' : 'less'} than predicted: ` +
      `lately this machine had ${pressureText(predictedKpa, unit)} at such a flow. Look at ${look}.`,
  }
}

/** What the machines on a pump draw together, and whether it bears that. */
export function drawSentence(
  { name, now, least_flow_gpm: least, greatest_flow_gpm: greatest }: Pump,
  unit: DepthUnit,
) {
  const { machines, flow_gpm: flow, measured } = now
  if (machines === 0) return { words: `Nobody draws on ${name} now.`, bad: false }
  const who = machines === 1 ? 'One machine draws' : `${number(machines)} machines draw`
  const how = measured ? '' : ', some of it assumed at full flow'
  const draws = `${who} ${flowText(flow, unit)} from ${name} now${how}`
  if (least !== null && flow < least)
    return { words: `${draws}: below its least flow of ${flowText(least, unit)}.`, bad: true }
  if (greatest !== null && flow > greatest)
    return { words: `${draws}: above its greatest flow of ${flowText(greatest, unit)}.`, bad: true }
  return { words: `${draws}.`, bad: false }
}
