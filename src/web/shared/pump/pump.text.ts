/** Texts of flow and pressure of a pump, of a pass below its minimum flow, and against the prediction. */
import { GPM_PER_LPS } from '#agronomy/units.ts'
import type { LowStretch, Pump } from '#contract/pumps.ts'
import { number, quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('pump', {
  andMore: (more: Figure) => `and ${more} more`,
  raisedWhere: 'Where it was needed the lowest percentages are raised:',
  drawsEnough: (flow: Figure) => `draws at least ${flow} all the way.`,
  drawsTooLittle: (flow: Figure) => `needs at least ${flow}, and the machine would draw less:`,
  raisingNoHelp: 'Raising does not help here: the pump needs a bypass, or has to stop.',
  testPatternSent: 'A test pattern is sent all the same; it ends by itself.',
  raiseLowestPercentages: 'Raise the lowest percentages',
  orDoNotStart: 'or do not start this pass.',
  allAround: 'All around',
  drawsNothing: (where: Figure) => `${where}: nothing, all valves closed`,
  drawsLittle: (where: Figure, flow: Figure) => `${where}: as little as ${flow}`,
  asPredicted: 'as predicted',
  expectedClosed: 'though all valves should be closed here',
  thanPredicted: (share: Figure, comparison: Figure) => `${share} ${comparison} than predicted`,
  more: 'more',
  less: 'less',
  lookAtPump: 'the pump, its filter and leaks',
  lookAtNozzles: 'blocked nozzles and closed valves',
  pressureDiffers: (share: Figure, comparison: Figure) =>
    `The pressure is ${share} ${comparison} than predicted:`,
  pressureLately: (pressure: Figure, look: Figure) =>
    `lately this machine had ${pressure} at such a flow. Look at ${look}.`,
  nothingDraws: (name: Figure) => `Nothing is drawing from ${name} now.`,
  oneMachineDraws: 'One machine draws',
  machinesDraw: (machines: Figure) => `${machines} machines draw`,
  someAssumed: ', some of it assumed at full flow',
  drawsNow: (who: Figure, flow: Figure, name: Figure, how: Figure) => `${who} ${flow} from ${name} now${how}`,
  belowMinimum: (draws: Figure, flow: Figure) => `${draws}: below its minimum flow of ${flow}.`,
  aboveMaximum: (draws: Figure, flow: Figure) => `${draws}: above its maximum flow of ${flow}.`,
})

type DepthUnit = 'in' | 'mm'

const PSI_PER_KPA = 1 / 6.894757

/** Gallons per minute if depths are in inches, litres per second if they are in millimetres. */
export const flowUnit = { in: 'gal/min', mm: 'L/s' } as const satisfies Record<DepthUnit, string>

export function flowIn(gpm: number, unit: DepthUnit): number {
  return unit === 'in' ? gpm : gpm / GPM_PER_LPS
}

/** Converts a flow typed in that unit to gallons per minute. */
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
  const placeText = from === 0 && to === 360 ? text.allAround : `${number(from, 0)}–${number(to, 0)}°`
  return flow < 0.5 ? text.drawsNothing(placeText) : text.drawsLittle(placeText, flowText(flow, unit))
}

/** Smaller differences are rounding and meter error. */
const AS_PREDICTED = 0.05

/** Measured flow compared with the flow predicted from the prescription at the arm's position. */
export function flowDifference(
  measuredGpm: number,
  predictedGpm: number,
): { words: string; differs: boolean } {
  if (predictedGpm <= 0)
    return measuredGpm <= 0
      ? { words: text.asPredicted, differs: false }
      : { words: text.expectedClosed, differs: true }
  const ratio = measuredGpm / predictedGpm - 1
  if (Math.abs(ratio) <= AS_PREDICTED) return { words: text.asPredicted, differs: false }
  const share = quantity(100 * Math.abs(ratio), '%', 0)
  return { words: text.thanPredicted(share, ratio > 0 ? text.more : text.less), differs: true }
}

/** Pressure gauges are less accurate than flow meters, and slopes affect them. */
const AS_PREDICTED_PRESSURE = 0.1

/** Measured pressure compared with the machine's recent pressure at the predicted flow. */
export function pressureDifference(
  measuredKpa: number,
  predictedKpa: number,
  unit: DepthUnit,
): { words: string; differs: boolean } {
  const ratio = measuredKpa / predictedKpa - 1
  if (Math.abs(ratio) <= AS_PREDICTED_PRESSURE) return { words: text.asPredicted, differs: false }
  const share = quantity(100 * Math.abs(ratio), '%', 0)
  const look = ratio < 0 ? text.lookAtPump : text.lookAtNozzles
  return {
    differs: true,
    words:
      `${text.pressureDiffers(share, ratio > 0 ? text.more : text.less)} ` +
      text.pressureLately(pressureText(predictedKpa, unit), look),
  }
}

/** The total flow of the machines on a pump, and whether it is within the pump's limits. */
export function drawSentence(
  { name, now, least_flow_gpm: least, greatest_flow_gpm: greatest }: Pump,
  unit: DepthUnit,
) {
  const { machines, flow_gpm: flow, measured } = now
  if (machines === 0) return { words: text.nothingDraws(name), bad: false }
  const who = machines === 1 ? text.oneMachineDraws : text.machinesDraw(number(machines))
  const how = measured ? '' : text.someAssumed
  const draws = text.drawsNow(who, flowText(flow, unit), name, how)
  if (least !== null && flow < least)
    return { words: text.belowMinimum(draws, flowText(least, unit)), bad: true }
  if (greatest !== null && flow > greatest)
    return { words: text.aboveMaximum(draws, flowText(greatest, unit)), bad: true }
  return { words: `${draws}.`, bad: false }
}
