/** Why a cell gets what it gets, in one sentence: "34%: holds 85% of its available water (27.7% by volume), 7 mm short of target". */
import { inchesToMm } from '#agronomy/units.ts'
import type { CellExplanation } from '#contract/prescriptions.ts'
import { quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('cell', {
  off: 'the system is OFF, every cell gets the full rate',
  testOpen: 'test pattern, this tower is open',
  testClosed: 'test pattern on another tower',
  pumpRaised: (soil: Figure) => `${soil}; raised so that the pump draws enough over this sector`,
  noTower: 'the system has no such tower',
  alreadyWatered: 'had its water before the pass stopped, only the dry arc is finished',
  noData: (soil: Figure) => `${soil}, so it gets the full rate`,
  geofence: (soil: Figure, name: Figure, percent: Figure) => `${soil}, geofence '${name}' forces ${percent}`,
  belowLeast: (soil: Figure) => `${soil}, less than the valves can give`,
  tooSmallToClose: (soil: Figure) => `${soil}, too small a change to close the valves`,
  tooSmallToOpen: (soil: Figure) => `${soil}, too small a change to open the valves`,
  passAdds: (soil: Figure, depth: Figure) => `${soil}, one pass adds ${depth}`,
  notKnown: 'no moisture known here',
  none: 'none',
  cellHolds: (share: Figure, volume: Figure) => `holds ${share} of its available water (${volume} by volume)`,
  onTarget: (held: Figure, when: Figure) => `${held}, on target${when}`,
  shortOfTarget: (held: Figure, depth: Figure, when: Figure) => `${held}, ${depth} short of target${when}`,
  aboveTarget: (held: Figure, depth: Figure, when: Figure) => `${held}, ${depth} above target${when}`,
  whenArmArrives: (used: Figure) => ` when the arm arrives (with ${used} that the crop uses until then)`,
  whenArmArrivesAfterRain: (used: Figure, rain: Figure) =>
    ` when the arm arrives (with ${used} that the crop uses and ${rain} of rain until then)`,
})

type Unit = 'in' | 'mm'

/** Decimals useful to a farmer. */
const DIGITS = { mm: 0, in: 2 } as const

/** A cell in one sentence, with a geofence's name as entered. */
export function cellText(cell: CellExplanation, unit: Unit): string {
  return `${quantity(cell.percent, '%', 0)}: ${reasonText(cell, unit)}`
}

function reasonText(cell: CellExplanation, unit: Unit): string {
  const { percent, reason, geofence } = cell
  const soil = soilText(cell, unit)
  switch (reason) {
    case 'OFF':
      return text.off
    case 'TEST_PATTERN':
      return percent > 0 ? text.testOpen : text.testClosed
    case 'PUMP_MIN':
      return text.pumpRaised(soil)
    case 'ABSENT':
      return text.noTower
    case 'ALREADY_WATERED':
      return text.alreadyWatered
    case 'NO_DATA':
      return text.noData(soil)
    case 'GEOFENCE':
      return text.geofence(soil, geofence?.name ?? '', geofence?.prescription ?? percent)
    case 'BELOW_MIN':
      return text.belowLeast(soil)
    case 'HELD':
      return percent > 0 ? text.tooSmallToClose(soil) : text.tooSmallToOpen(soil)
    case 'CLIPPED_MAX':
      return text.passAdds(soil, depthText(onePassMm(cell), unit))
    default:
      return soil
  }
}

function soilText(cell: CellExplanation, unit: Unit): string {
  const { need_mm: need, available_percent: available, vwc, weather } = cell
  if (need === null || available === null || vwc === null) return text.notKnown
  const share = available > 0 ? quantity(available, '%', 0) : text.none
  const holdsText = text.cellHolds(share, quantity(100 * vwc, '%', 1))
  const when = weather ? weatherText(weather, unit) : ''
  const short = Math.abs(need)
  if (Number(inUnit(short, unit).toFixed(DIGITS[unit] + 1)) === 0) return text.onTarget(holdsText, when)
  const depth = depthText(short, unit)
  return need > 0 ? text.shortOfTarget(holdsText, depth, when) : text.aboveTarget(holdsText, depth, when)
}

function weatherText({ et_mm: et, rain_mm: rain }: NonNullable<CellExplanation['weather']>, unit: Unit) {
  const usedText = depthText(et, unit)
  return rain > 0
    ? text.whenArmArrivesAfterRain(usedText, depthText(rain, unit))
    : text.whenArmArrives(usedText)
}

/** The depth that a pass at 100 % adds to the root zone. */
function onePassMm({ depth_in: depth, percent, net_mm: net, gross_mm: gross }: CellExplanation): number {
  return depth !== null && gross && percent > 0
    ? (inchesToMm(depth / (percent / 100)) * (net ?? 0)) / gross
    : 0
}

const inUnit = (mm: number, unit: Unit) => (unit === 'mm' ? mm : mm / inchesToMm(1))

/** One more decimal for small depths, so that they do not show as 0. */
function depthText(mm: number, unit: Unit): string {
  const depth = inUnit(mm, unit)
  const digits = DIGITS[unit]
  return quantity(depth, unit, depth < 0.95 * 10 ** -digits ? digits + 1 : digits)
}
