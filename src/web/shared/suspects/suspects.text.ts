/** Texts of suspect probes: reason, effect, and what to do. */
import type { Suspect, SuspicionKind } from '#contract/probes.ts'
import { mmToInches } from '#agronomy/units.ts'
import { number, quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('suspects', {
  answerNotStored: (why: Figure) => `Your answer was not stored: ${why}`,
  yourAnswers: 'What you said about probes',
  canProbeBeTrusted: (number: Figure) => `Can probe ${number} be trusted?`,
  canProbesBeTrusted: 'Can these probes be trusted?',
  probe: (number: Figure) => `Probe ${number}.`,
  storing: 'Storing…',
  trustProbe: 'Trust this probe',
  doNotUse: 'Do not use it',
  askAgain: (number: Figure) => `Ask again about probe ${number}`,
  distrustedBy: (by: Figure, at: Figure) => `${by} said on ${at} not to use it.`,
  trustedBy: (by: Figure, at: Figure, until: Figure) => `${by} trusted it on ${at}${until}.`,
  until: (until: Figure) => `, until ${until}`,
  stuck: 'has read the same value for two days',
  jumped: 'jumped by more than 15% by volume within an hour, and no water came',
  tooWet: 'has read more water than soil can hold for a day',
  aboveFull: 'has stayed above full for three days without water, while the others dried',
  inches: 'inches',
  sensorAt: (depth: Figure, what: Figure) => `Its sensor at ${depth} ${what}.`,
  onlyProbe: 'It is the only probe to go by, and it says that no part of the field needs water.',
  probeSays: (own: Figure) => `It says that its soil holds ${own}% of its available water`,
  neighboursSay: (low: Figure) => `its neighbours say ${low}%`,
  neighboursSayBetween: (low: Figure, high: Figure) => `its neighbours say ${low} to ${high}%`,
  noWaterCame: ', and no water came there in three days',
  shownNotUsed: 'It is shown but not used; the probes around it stand in for it.',
  untilAnswerUnchanged: 'Until you answer, the pivot keeps the prescription it has.',
  passNotKeptDry: 'The whole pass will not be kept dry on the word of one probe.',
  untilAnswerNotDrier: 'Until you answer, it makes no cell drier.',
  untilAnswerNotUsed: 'Until you answer, it is shown but not used.',
  advice:
    'Look at the soil beside it. Is it as the probe says? Trust it. If not, do not use it until its cable and sensor are checked.',
  untilAnswerTwiceAtMost: 'Until you answer, only its own spot gets more water, at most twice as much.',
})

type DepthUnit = 'in' | 'mm'

const SENSOR: Record<Exclude<SuspicionKind, 'DISTRUSTED'>, string> = {
  STILL: text.stuck,
  JUMP: text.jumped,
  TOO_WET: text.tooWet,
  STAYS_WET: text.aboveFull,
}

/** The depth of a sensor in the account's unit; centimetres stay next to inches, because probes are named by them. */
function sensorDepth(cm: number, unit: DepthUnit): string {
  const metric = quantity(cm, 'cm', 1)
  return unit === 'mm' ? metric : `${quantity(mmToInches(10 * cm), text.inches, 1)} (${metric})`
}

/** One sentence per reason for doubt. */
export function reasonsOf({ sensors, doubt }: Suspect, unit: DepthUnit): string[] {
  const ofSensors = sensors.flatMap(({ depth_cm, suspicion }) =>
    suspicion === 'DISTRUSTED' ? [] : [text.sensorAt(sensorDepth(depth_cm, unit), SENSOR[suspicion])],
  )
  return doubt ? [...ofSensors, doubtSentence(doubt)] : ofSensors
}

function doubtSentence({
  doubt,
  available_percent: own,
  neighbours_percent: near,
}: NonNullable<Suspect['doubt']>): string {
  if (doubt === 'ONLY') return text.onlyProbe
  const readingText = text.probeSays(number(own, 0))
  if (near === null) return `${readingText}.`
  const [low = '', high = ''] = near.map((percent) => number(percent, 0))
  const neighbours = low === high ? text.neighboursSay(low) : text.neighboursSayBetween(low, high)
  return `${readingText}; ${neighbours}${doubt === 'WETTER' ? text.noWaterCame : ''}.`
}

/** The effect on maps and prescriptions until there is a verdict. */
export function effectOf({ sensors, doubt, verdict }: Suspect, keptDry: boolean): string {
  if (verdict?.verdict === 'distrust') return text.shownNotUsed
  if (doubt?.doubt === 'ONLY') return keptDry ? text.untilAnswerUnchanged : text.passNotKeptDry
  if (doubt?.doubt === 'WETTER') return text.untilAnswerNotDrier
  if (doubt?.doubt === 'DRIER') return text.untilAnswerTwiceAtMost
  return sensors.length > 0 ? text.untilAnswerNotUsed : ''
}

/** What to do in the field. */
export const ADVICE = text.advice
