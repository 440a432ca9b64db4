/** The steps of a delivery in the farmer's words: where a setting is on its way from the database to the valves. */
import { deliveryClimb, deliveryState } from '#contract/delivery.ts'
import type { DeliveryState, DeliveryTimes } from '#contract/delivery.ts'
import { clock, span } from '../../kit/formats.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'

export interface Delivery {
  state: DeliveryState
  times: DeliveryTimes | null
  /** Why the controller refused, in its own code. */
  code: string | null
  online: boolean
  lastSeen: string | null
}

const words = {
  saved: 'Saved',
  sent: 'Sent',
  received: 'Received',
  applied: 'Applied',
  rejected: 'Rejected',
  expired: 'Expired',
  superseded: 'Superseded',
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
  why: `${what} arrived damaged`,
  next: 'Apply Settings again; if it is refused again, tell your provider.',
})

/** The codes of the controllers in the farmer's words; others are shown as they came. */
const reasons: Record<string, Reason> = {
  MALFORMED: damaged('the settings'),
  RX_SIZE: damaged('the watering plan'),
  RX_HASH: damaged('the watering plan'),
  RX_RANGE: damaged('the watering plan'),
  FALLBACK_SIZE: damaged('the plan for a lost link'),
  FALLBACK_HASH: damaged('the plan for a lost link'),
  FALLBACK_RANGE: damaged('the plan for a lost link'),
  RATE_RANGE: {
    why: 'the application rate is outside what the machine can do',
    next: 'Choose another rate and Apply Settings.',
  },
  TIMER_RANGE: {
    why: 'the speed is outside what the machine can do',
    next: 'Choose another rate, or turn Speed Control off, and Apply Settings.',
  },
  TIMER_UNSUPPORTED: {
    why: 'this controller has no speed control',
    next: 'Turn Speed Control off and Apply Settings.',
  },
  TEST_MISSING: {
    why: 'the test pattern named no tower',
    next: 'Choose a tower under Test Pattern and Apply Settings.',
  },
  TEST_TOWER: {
    why: 'the machine does not have that tower',
    next: 'Choose another tower under Test Pattern and Apply Settings.',
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
  if (delivery.lastSeen === null) return 'not seen yet'
  const past = Math.max(0, now - Date.parse(delivery.lastSeen))
  return `last seen ${span(past)} ago, ${clock(delivery.lastSeen, timeZone)}`
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
  const when = reached ? ` at ${clock(reached, timeZone)}` : ''
  switch (delivery.state) {
    case 'applied': {
      return { tone: 'running', word, sentence: `The controller reported it applied${when}.` }
    }
    case 'rejected': {
      return { tone: 'fault', word, sentence: refusal(delivery.code) }
    }
    case 'expired': {
      const sentence = 'The controller did not get it in time and did not apply it. Apply Settings again.'
      return { tone: 'fault', word, sentence }
    }
    case 'superseded': {
      return { tone: 'stopped', word, sentence: 'A newer setting took its place.' }
    }
    default: {
      const sentence = underway(delivery, now, timeZone)
      return delivery.online
        ? { tone: 'plain', word, sentence }
        : { tone: 'fault', word: 'Offline', sentence }
    }
  }
}

function refusal(code: string | null): string {
  const reason = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const why = reason?.why ?? (code === null ? '' : `code ${code}`)
  const next = reason?.next ?? 'If it is refused again, tell your provider.'
  return `The controller refused it${why && `: ${why}`}. What ran before goes on. ${next}`
}

function underway(delivery: Delivery, now: number, timeZone?: string): string {
  if (!delivery.online) {
    const seen = lastSeen(delivery, now, timeZone)
    return delivery.state === 'received'
      ? `The pivot has it but went offline (${seen}). It will confirm when it reconnects.`
      : `Saved. It will apply when the controller is back (${seen}).`
  }
  if (delivery.state === 'saved') return 'Saved. Sending it to the pivot.'
  if (delivery.state === 'sent') return 'Waiting for the pivot to confirm.'
  return 'The pivot has it but has not confirmed it yet.'
}
