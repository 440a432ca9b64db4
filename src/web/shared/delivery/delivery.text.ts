/** The delivery status of a setting in a word, and why it failed. */
import type { DeliveryState, DeliveryTimes } from '#contract/delivery.ts'
import type { SystemView } from '#contract/systems.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('delivery', {
  saved: 'Saved',
  sent: 'Sent',
  received: 'Received',
  applied: 'Applied',
  rejected: 'Rejected',
  expired: 'Expired',
  superseded: 'Superseded',
  arrivedDamaged: (what: Figure) => `${what} arrived damaged`,
  applyAgain: 'Apply Settings again; if it is refused again, tell your provider.',
  theSettings: 'the settings',
  wateringPlan: 'the watering plan',
  planLostLink: 'the plan for a lost link',
  rateOutOfRange: 'the application rate is outside what the machine can do',
  chooseAnotherRate: 'Choose another rate and Apply Settings.',
  speedOutOfRange: 'the speed is outside what the machine can do',
  chooseRateOrSpeedOff: 'Choose another rate, or turn Speed Control off, and Apply Settings.',
  noSpeedControl: 'this pivot has no speed control',
  turnSpeedOff: 'Turn Speed Control off and Apply Settings.',
  noTowerChosen: 'no tower was chosen for the test pattern',
  chooseTower: 'Choose a tower under Test Pattern and Apply Settings.',
  noSuchTower: 'the machine does not have that tower',
  chooseAnotherTower: 'Choose another tower under Test Pattern and Apply Settings.',
  notInTime: 'The pivot did not get it in time and did not apply it. Apply Settings again.',
  code: (code: Figure) => `code ${code}`,
  tellProvider: 'If it is refused again, tell your provider.',
  refused: (why: Figure, next: Figure) =>
    `The pivot refused it${why}. It keeps running what it ran before. ${next}`,
})

export interface Delivery {
  state: DeliveryState
  times: DeliveryTimes | null
  /** The controller's code for a refusal. */
  code: string | null
  online: boolean
  lastSeen: string | null
}

/** The delivery of a system's newest setting; null if there has never been one. */
export function deliveryOf(system: SystemView): Delivery | null {
  if (!system.desired || !system.delivery) return null
  const { delivery: state, delivery_times: times, delivery_code: code, online, last_seen: lastSeen } = system
  return { state, times, code, online, lastSeen }
}

const words = {
  saved: text.saved,
  sent: text.sent,
  received: text.received,
  applied: text.applied,
  rejected: text.rejected,
  expired: text.expired,
  superseded: text.superseded,
} as const satisfies Record<DeliveryState, string>

interface Reason {
  why: string
  /** What the customer can do about it. */
  next: string
}

const damaged = (what: string): Reason => ({
  why: text.arrivedDamaged(what),
  next: text.applyAgain,
})

/** Texts for the controllers' codes; unknown codes are shown as they are. */
const reasons: Record<string, Reason> = {
  MALFORMED: damaged(text.theSettings),
  RX_SIZE: damaged(text.wateringPlan),
  RX_HASH: damaged(text.wateringPlan),
  RX_RANGE: damaged(text.wateringPlan),
  FALLBACK_SIZE: damaged(text.planLostLink),
  FALLBACK_HASH: damaged(text.planLostLink),
  FALLBACK_RANGE: damaged(text.planLostLink),
  RATE_RANGE: {
    why: text.rateOutOfRange,
    next: text.chooseAnotherRate,
  },
  TIMER_RANGE: {
    why: text.speedOutOfRange,
    next: text.chooseRateOrSpeedOff,
  },
  TIMER_UNSUPPORTED: {
    why: text.noSpeedControl,
    next: text.turnSpeedOff,
  },
  TEST_MISSING: {
    why: text.noTowerChosen,
    next: text.chooseTower,
  },
  TEST_TOWER: {
    why: text.noSuchTower,
    next: text.chooseAnotherTower,
  },
}

/** The state in one word, for lists. */
export function deliveryWord(state: DeliveryState): string {
  return words[state]
}

/** Why the pivot does not run the newest setting, and what to do about it; null if nothing prevents it. */
export function refusalOf({ state, code }: Pick<Delivery, 'state' | 'code'>): string | null {
  if (state === 'expired') return text.notInTime
  return state === 'rejected' ? refusal(code) : null
}

function refusal(code: string | null): string {
  const reason = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const why = reason?.why ?? (code === null ? '' : text.code(code))
  const next = reason?.next ?? text.tellProvider
  return text.refused(why && `: ${why}`, next)
}
