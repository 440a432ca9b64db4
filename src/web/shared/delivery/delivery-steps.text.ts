/** Texts of the delivery steps and of the current status. */
import { type DeliveryState, type DeliveryTimes, deliveryClimb, deliveryState } from '#contract/delivery.ts'
import { clock, span } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'
import { type Delivery, deliveryWord, refusalOf } from './delivery.text.ts'

export const text = inLanguage('deliverysteps', {
  done: 'done',
  waiting: 'waiting',
  notYet: 'not yet',
  endedHere: 'ended here',
  notSeenYet: 'not seen yet',
  lastSeenAgo: (past: Figure, lastSeen: Figure) => `last seen ${past} ago, ${lastSeen}`,
  reachedAt: (reached: Figure) => `at ${reached}`,
  confirmedApplied: (when: Figure) => `The pivot confirmed it was applied${when}.`,
  replacedByNewer: 'Replaced by a newer setting.',
  offline: 'Offline',
  receivedThenOffline: (seen: Figure) =>
    `The pivot has it but went offline (${seen}). It will confirm when it reconnects.`,
  savedWhileOffline: (seen: Figure) => `Saved. It will apply when the controller is back (${seen}).`,
  savedSending: 'Saved. Sending it to the pivot.',
  waitingForConfirmation: 'Waiting for the pivot to confirm.',
  notConfirmedYet: 'The pivot has it but has not confirmed it yet.',
})

export interface Step {
  word: string
  /** `next` is the pending step. */
  state: 'done' | 'next' | 'ahead' | 'failed'
  at: string | null
}

/** The steps to draw; a delivery that failed shows the completed steps and the failure. */
export function stepsOf({ state, times }: Pick<Delivery, 'state' | 'times'>): Step[] {
  const reachedIndex = deliveryClimb.findIndex((step) => step === state)
  const at = (step: DeliveryState) => times?.[step] ?? null
  if (reachedIndex >= 0) {
    return deliveryClimb.map((step, index) => ({
      word: deliveryWord(step),
      state: index <= reachedIndex ? 'done' : index === reachedIndex + 1 ? 'next' : 'ahead',
      at: index <= reachedIndex ? at(step) : null,
    }))
  }
  const done = deliveryClimb.filter((step) => step === 'saved' || at(step) !== null)
  return [
    ...done.map((step): Step => ({ word: deliveryWord(step), state: 'done', at: at(step) })),
    { word: deliveryWord(state), state: 'failed', at: at(state) },
  ]
}

/** All completed steps in order, with their times. */
export function reachedSteps(times: DeliveryTimes): { word: string; at: string }[] {
  return deliveryState.options.flatMap((step) => {
    const at = times[step]
    return at === null ? [] : [{ word: deliveryWord(step), at }]
  })
}

function lastSeen(delivery: Delivery, now: number, timeZone?: string): string {
  if (delivery.lastSeen === null) return text.notSeenYet
  const past = Math.max(0, now - Date.parse(delivery.lastSeen))
  return text.lastSeenAgo(span(past), clock(delivery.lastSeen, timeZone))
}

export interface DeliverySummary {
  tone: StatusTone
  /** The state, or what delays it, in one word. */
  word: string
  /** What it means and what comes next. */
  sentence: string
}

/** The state of a delivery as text; 'Applied' only if the controller has reported it. */
export function deliverySummary(delivery: Delivery, now: number, timeZone?: string): DeliverySummary {
  const word = deliveryWord(delivery.state)
  const reached = delivery.times?.[delivery.state]
  const when = reached ? ` ${text.reachedAt(clock(reached, timeZone))}` : ''
  const refused = refusalOf(delivery)
  if (refused) return { tone: 'fault', word, sentence: refused }
  switch (delivery.state) {
    case 'applied': {
      return { tone: 'running', word, sentence: text.confirmedApplied(when) }
    }
    case 'superseded': {
      return { tone: 'stopped', word, sentence: text.replacedByNewer }
    }
    default: {
      const sentence = underway(delivery, now, timeZone)
      return delivery.online
        ? { tone: 'plain', word, sentence }
        : { tone: 'fault', word: text.offline, sentence }
    }
  }
}

function underway(delivery: Delivery, now: number, timeZone?: string): string {
  if (!delivery.online) {
    const seen = lastSeen(delivery, now, timeZone)
    return delivery.state === 'received' ? text.receivedThenOffline(seen) : text.savedWhileOffline(seen)
  }
  if (delivery.state === 'saved') return text.savedSending
  if (delivery.state === 'sent') return text.waitingForConfirmation
  return text.notConfirmedYet
}
