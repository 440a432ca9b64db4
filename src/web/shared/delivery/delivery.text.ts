/** The steps of a delivery in the farmer's words: where a setting is on its way from the database to the valves. */
import { deliveryClimb, deliveryState } from '#contract/delivery.ts'
import type { DeliveryState, DeliveryTimes } from '#contract/delivery.ts'
import type { SystemView } from '#contract/systems.ts'
import { clock, span } from '../../kit/formats.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('delivery', {
  done: 'done',
  waiting: 'waiting',
  notYet: 'not yet',
  endedHere: 'ended here',
  saved: 'Saved',
  sent: 'Sent',
  received: 'Received',
  applied: 'Applied',
  rejected: 'Rejected',
  expired: 'Expired',
  superseded: 'Superseded',
  arrivedDamaged: (what: Figure) => `${what} arrived damaged`,
  applySettingsAgainIf: 'Apply Settings again; if it is refused again, tell your provider.',
  theSettings: 'the settings',
  wateringPlan: 'the watering plan',
  planLostLink: 'the plan for a lost link',
  applicationRateOutsideWhat: 'the application rate is outside what the machine can do',
  chooseAnotherRateApply: 'Choose another rate and Apply Settings.',
  speedOutsideWhatMachine: 'the speed is outside what the machine can do',
  chooseAnotherRateOr: 'Choose another rate, or turn Speed Control off, and Apply Settings.',
  controllerNoSpeedControl: 'this controller has no speed control',
  turnSpeedControlOff: 'Turn Speed Control off and Apply Settings.',
  testPatternNamedNo: 'the test pattern named no tower',
  chooseTowerUnderTest: 'Choose a tower under Test Pattern and Apply Settings.',
  machineDoesNotTower: 'the machine does not have that tower',
  chooseAnotherTowerUnder: 'Choose another tower under Test Pattern and Apply Settings.',
  notSeenYet: 'not seen yet',
  lastSeenAgo: (past: Figure, lastSeen: Figure) => `last seen ${past} ago, ${lastSeen}`,
  at: (reached: Figure) => `at ${reached}`,
  controllerReportedApplied: (when: Figure) => `The controller reported it applied${when}.`,
  controllerDidNotGet: 'The controller did not get it in time and did not apply it. Apply Settings again.',
  newerSettingTookPlace: 'A newer setting took its place.',
  offline: 'Offline',
  code: (code: Figure) => `code ${code}`,
  ifRefusedAgainTell: 'If it is refused again, tell your provider.',
  controllerRefusedWhatRan: (text: Figure, next: Figure) =>
    `The controller refused it${text}. What ran before goes on. ${next}`,
  pivotButWentOffline: (seen: Figure) =>
    `The pivot has it but went offline (${seen}). It will confirm when it reconnects.`,
  savedWillApplyWhen: (seen: Figure) => `Saved. It will apply when the controller is back (${seen}).`,
  savedSendingPivot: 'Saved. Sending it to the pivot.',
  waitingPivotConfirm: 'Waiting for the pivot to confirm.',
  pivotButNotConfirmed: 'The pivot has it but has not confirmed it yet.',
})

export interface Delivery {
  state: DeliveryState
  times: DeliveryTimes | null
  /** Why the controller refused, in its own code. */
  code: string | null
  online: boolean
  lastSeen: string | null
}

/** The delivery of a system's newest setting; null when none was ever made. */
export function deliveryOf(system: SystemView): Delivery | null {
  if (!system.desired || !system.delivery) return null
  const { delivery: state, delivery_times: times, delivery_code: code, online, last_seen: lastSeen } = system
  return { state, times, code, online, lastSeen }
}

const words = {
  saved: say.saved,
  sent: say.sent,
  received: say.received,
  applied: say.applied,
  rejected: say.rejected,
  expired: say.expired,
  superseded: say.superseded,
} as const satisfies Record<DeliveryState, string>

export interface Step {
  word: (typeof words)[DeliveryState]
  /** `next` is what is waited for. */
  state: 'done' | 'next' | 'ahead' | 'failed'
  at: string | null
}

interface Reason {
  why: string
  /** What the customer can do about it. */
  next: string
}

const damaged = (what: string): Reason => ({
  why: say.arrivedDamaged(what),
  next: say.applySettingsAgainIf,
})

/** The codes of the controllers in the farmer's words; others are shown as they came. */
const reasons: Record<string, Reason> = {
  MALFORMED: damaged(say.theSettings),
  RX_SIZE: damaged(say.wateringPlan),
  RX_HASH: damaged(say.wateringPlan),
  RX_RANGE: damaged(say.wateringPlan),
  FALLBACK_SIZE: damaged(say.planLostLink),
  FALLBACK_HASH: damaged(say.planLostLink),
  FALLBACK_RANGE: damaged(say.planLostLink),
  RATE_RANGE: {
    why: say.applicationRateOutsideWhat,
    next: say.chooseAnotherRateApply,
  },
  TIMER_RANGE: {
    why: say.speedOutsideWhatMachine,
    next: say.chooseAnotherRateOr,
  },
  TIMER_UNSUPPORTED: {
    why: say.controllerNoSpeedControl,
    next: say.turnSpeedControlOff,
  },
  TEST_MISSING: {
    why: say.testPatternNamedNo,
    next: say.chooseTowerUnderTest,
  },
  TEST_TOWER: {
    why: say.machineDoesNotTower,
    next: say.chooseAnotherTowerUnder,
  },
}

/** The steps to draw; a way that ended early shows how far it came and what ended it. */
export function stepsOf({ state, times }: Pick<Delivery, 'state' | 'times'>): Step[] {
  const climbed = deliveryClimb.findIndex((step) => step === state)
  const at = (step: DeliveryState) => times?.[step] ?? null
  if (climbed >= 0) {
    return deliveryClimb.map((step, index) => ({
      word: words[step],
      state: index <= climbed ? 'done' : index === climbed + 1 ? 'next' : 'ahead',
      at: index <= climbed ? at(step) : null,
    }))
  }
  const done = deliveryClimb.filter((step) => step === 'saved' || at(step) !== null)
  return [
    ...done.map((step): Step => ({ word: words[step], state: 'done', at: at(step) })),
    { word: words[state], state: 'failed', at: at(state) },
  ]
}

/** Every step that was reached, with its time, in their order. */
export function reachedSteps(times: DeliveryTimes): { word: string; at: string }[] {
  return deliveryState.options.flatMap((step) => {
    const at = times[step]
    return at === null ? [] : [{ word: words[step], at }]
  })
}

function lastSeen(delivery: Delivery, now: number, timeZone?: string): string {
  if (delivery.lastSeen === null) return say.notSeenYet
  const past = Math.max(0, now - Date.parse(delivery.lastSeen))
  return say.lastSeenAgo(span(past), clock(delivery.lastSeen, timeZone))
}

export interface DeliveryNews {
  tone: StatusTone
  /** The state, or what holds it up, in one word. */
  word: string
  /** What it means and what comes next. */
  sentence: string
}

/** The state in one word, for lists. */
export function deliveryWord(state: DeliveryState): string {
  return words[state]
}

/** What became of a setting; 'Applied' stands here only when the controller reported it. */
export function newsOf(delivery: Delivery, now: number, timeZone?: string): DeliveryNews {
  const word = words[delivery.state]
  const reached = delivery.times?.[delivery.state]
  const when = reached ? ` ${say.at(clock(reached, timeZone))}` : ''
  switch (delivery.state) {
    case 'applied': {
      return { tone: 'running', word, sentence: say.controllerReportedApplied(when) }
    }
    case 'rejected': {
      return { tone: 'fault', word, sentence: refusal(delivery.code) }
    }
    case 'expired': {
      const sentence = say.controllerDidNotGet
      return { tone: 'fault', word, sentence }
    }
    case 'superseded': {
      return { tone: 'stopped', word, sentence: say.newerSettingTookPlace }
    }
    default: {
      const sentence = underway(delivery, now, timeZone)
      return delivery.online
        ? { tone: 'plain', word, sentence }
        : { tone: 'fault', word: say.offline, sentence }
    }
  }
}

function refusal(code: string | null): string {
  const reason = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const why = reason?.why ?? (code === null ? '' : say.code(code))
  const next = reason?.next ?? say.ifRefusedAgainTell
  return say.controllerRefusedWhatRan(why && `: ${why}`, next)
}

function underway(delivery: Delivery, now: number, timeZone?: string): string {
  if (!delivery.online) {
    const seen = lastSeen(delivery, now, timeZone)
    return delivery.state === 'received' ? say.pivotButWentOffline(seen) : say.savedWillApplyWhen(seen)
  }
  if (delivery.state === 'saved') return say.savedSendingPivot
  if (delivery.state === 'sent') return say.waitingPivotConfirm
  return say.pivotButNotConfirmed
}
