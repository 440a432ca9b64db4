/** Why a probe is not believed, what that does, and what to do about it. */
import type { Suspect, SuspicionKind } from '#contract/probes.ts'
import { mmToInches } from '#agronomy/units.ts'
import { number, quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('suspects', {
  yourAnswerNotStored: (sentence: Figure) => `Your answer was not stored: ${sentence}`,
  whatYouSaidProbes: 'What you said about probes',
  canProbeBelieved: (text: Figure) => `Can probe ${text} be trusted?`,
  canTheseProbesBelieved: 'Can these probes be trusted?',
  probe: (number: Figure) => `Probe ${number}.`,
  storing: 'Storing…',
  trustProbe: 'Trust this probe',
  doNotUse: 'Do not use it',
  askAgainAboutProbe: (number: Figure) => `Ask again about probe ${number}`,
  saidNotUse: (by: Figure, at: Figure) => `${by} said on ${at} not to use it.`,
  trustedItOn: (by: Figure, at: Figure, word: Figure) => `${by} trusted it on ${at}${word}.`,
  until: (until: Figure) => `, until ${until}`,
  readSameValueTwo: 'has read the same value for two days',
  jumpedMoreThan15: 'jumped by more than 15% by volume within an hour, and no water came',
  readMoreWaterThan: 'has read more water than soil can hold for a day',
  stayedAboveFullThree: 'has stayed above full for three days without water, while the others dried',
  inches: 'inches',
  itsSensorAt: (sensorDepth: Figure, text: Figure) => `Its sensor at ${sensorDepth} ${text}.`,
  onlyProbeGoSays: 'It is the only probe to go by, and it says that no part of the field needs water.',
  saysSoilHoldsAvailable: (own: Figure) => `It says that its soil holds ${own}% of its available water`,
  neighboursSay: (low: Figure) => `its neighbours say ${low}%`,
  neighboursSay2: (low: Figure, high: Figure) => `its neighbours say ${low} to ${high}%`,
  noWaterCameThere: ', and no water came there in three days',
  drawnNotUsedProbes: 'It is shown but not used; the probes around it stand in for it.',
  untilYouAnswerMachine: 'Until you answer, the pivot keeps the prescription it has.',
  readingsAloneWillNot: 'The whole pass will not be kept dry on the word of one probe.',
  untilYouAnswerMakes: 'Until you answer, it makes no cell drier.',
  untilYouAnswerBrings: 'Until you answer, it brings more water to its own place only.',
  untilYouAnswerDrawn: 'Until you answer, it is shown but not used.',
  lookSoilBesideAs:
    'Look at the soil beside it. Is it as the probe says? Trust it. If not, do not use it until its cable and sensor are checked.',
  untilYouAnswerOnly: 'Until you answer, only its own place gets more water, at most twice as much.',
})

type DepthUnit = 'in' | 'mm'

const SENSOR: Record<Exclude<SuspicionKind, 'DISTRUSTED'>, string> = {
  STILL: say.readSameValueTwo,
  JUMP: say.jumpedMoreThan15,
  TOO_WET: say.readMoreWaterThan,
  STAYS_WET: say.stayedAboveFullThree,
}

/** How deep a sensor sits, as the account reads depths; probes are named by centimetres, which stay beside inches. */
function sensorDepth(cm: number, unit: DepthUnit): string {
  const metric = quantity(cm, 'cm', 1)
  return unit === 'mm' ? metric : `${quantity(mmToInches(10 * cm), say.inches, 1)} (${metric})`
}

/** One sentence for each thing that speaks against it. */
export function reasonsOf({ sensors, doubt }: Suspect, unit: DepthUnit): string[] {
  const ofSensors = sensors.flatMap(({ depth_cm, suspicion }) =>
    suspicion === 'DISTRUSTED' ? [] : [say.itsSensorAt(sensorDepth(depth_cm, unit), SENSOR[suspicion])],
  )
  return doubt ? [...ofSensors, doubtSentence(doubt)] : ofSensors
}

function doubtSentence({
  doubt,
  available_percent: own,
  neighbours_percent: near,
}: NonNullable<Suspect['doubt']>): string {
  if (doubt === 'ONLY') return say.onlyProbeGoSays
  const says = say.saysSoilHoldsAvailable(number(own, 0))
  if (near === null) return `${says}.`
  const [low = '', high = ''] = near.map((percent) => number(percent, 0))
  const others = low === high ? say.neighboursSay(low) : say.neighboursSay2(low, high)
  return `${says}; ${others}${doubt === 'WETTER' ? say.noWaterCameThere : ''}.`
}

/** What holds until somebody answers. */
export function effectOf({ sensors, doubt, verdict }: Suspect, held: boolean): string {
  if (verdict?.verdict === 'distrust') return say.drawnNotUsedProbes
  if (doubt?.doubt === 'ONLY') return held ? say.untilYouAnswerMachine : say.readingsAloneWillNot
  if (doubt?.doubt === 'WETTER') return say.untilYouAnswerMakes
  if (doubt?.doubt === 'DRIER') return say.untilYouAnswerOnly
  return sensors.length > 0 ? say.untilYouAnswerDrawn : ''
}

/** What to do in the field. */
export const ADVICE = say.lookSoilBesideAs
