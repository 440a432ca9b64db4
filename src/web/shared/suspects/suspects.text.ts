/** Why a probe is not believed, what that does, and what to do about it. */
import type { Suspect, SuspicionKind } from '#contract/probes.ts'
import { mmToInches } from '#agronomy/units.ts'
import { number, quantity } from '../../kit/formats.ts'

type DepthUnit = 'in' | 'mm'

const SENSOR: Record<Exclude<SuspicionKind, 'DISTRUSTED'>, string> = {
  STILL: 'has read the same value for two days',
  JUMP: 'jumped by more than 15% by volume within an hour, and no water came',
  TOO_WET: 'has read more water than soil can hold for a day',
  STAYS_WET: 'has stayed above full for three days without water, while the others dried',
}

/** How deep a sensor sits, as the account reads depths; probes are named by centimetres, which stay beside inches. */
function sensorDepth(cm: number, unit: DepthUnit): string {
  const metric = quantity(cm, 'cm', 1)
  return unit === 'mm' ? metric : `${quantity(mmToInches(10 * cm), 'inches', 1)} (${metric})`
}

/** One sentence for each thing that speaks against it. */
export function reasonsOf({ sensors, doubt }: Suspect, unit: DepthUnit): string[] {
  const ofSensors = sensors.flatMap(({ depth_cm, suspicion }) =>
    suspicion === 'DISTRUSTED' ? [] : [`Its sensor at ${sensorDepth(depth_cm, unit)} ${SENSOR[suspicion]}.`],
  )
  return doubt ? [...ofSensors, doubtSentence(doubt)] : ofSensors
}

function doubtSentence({
  doubt,
  available_percent: own,
  neighbours_percent: near,
}: NonNullable<Suspect['doubt']>): string {
  if (doubt === 'ONLY')
    return 'It is the only probe to go by, and it says that no part of the field needs water.'
  const says = `It says that its soil holds ${number(own, 0)}% of its available water`
  if (near === null) return `${says}.`
  const [low, high] = near.map((percent) => number(percent, 0))
  const others = low === high ? `its neighbours say ${low}%` : `its neighbours say ${low} to ${high}%`
  return `${says}; ${others}${doubt === 'WETTER' ? ', and no water came there in three days' : ''}.`
}

/** What holds until somebody answers. */
export function effectOf({ sensors, doubt, verdict }: Suspect, held: boolean): string {
  if (verdict?.verdict === 'distrust')
    return 'It is drawn and not used; the probes around it speak for its soil.'
  if (doubt?.doubt === 'ONLY')
    return held
      ? 'Until you answer, the machine keeps the prescription that it has.'
      : 'Readings alone will not keep the whole pass dry on its word.'
  if (doubt?.doubt === 'WETTER') return 'Until you answer, it makes no cell drier.'
  if (doubt?.doubt === 'DRIER') return 'Until you answer, it brings more water to its own place only.'
  return sensors.length > 0 ? 'Until you answer, it is drawn and not used.' : ''
}

/** What to do in the field. */
export const ADVICE =
  'Look at the soil beside it. Is it as the probe says? Trust it. If not, do not use it until its cable and sensor are checked.'
