/** Texts of the field overview. */
import type { FieldOutlook } from '#contract/balance.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('overview', {
  allFields: 'All fields',
  allOf: (count: Figure) => `All ${count} fields`,
  andMore: (count: Figure) => `and ${count} more`,
  showField: (name: Figure, state: Figure, more: Figure) => `Show ${name}, ${state}${more}`,
  driestField: 'Driest:',
  othersFine: 'Nothing wrong with the others.',
  noneNeedAttention: 'None need attention.',
  oneNotConnected: '1 is not connected yet.',
  notConnected: (count: Figure) => `${count} are not connected yet.`,
  oneNeedsAttention: '1 needs attention.',
  needAttention: (count: Figure) => `${count} need attention.`,
  worst: 'Worst',
  driest: 'Driest',
  name: 'Name',
  sortBy: 'Sort by',
  searchFields: 'Search fields',
  noFieldCalled: (name: Figure) => `No field is called “${name}”.`,
  showAll: 'Show all',
  deselectAll: 'Untick all',
  setOneRate: (count: Figure) => `Set one rate for ${count}`,
  selectField: (name: Figure) => `Tick ${name}`,
  nothingSentYet: 'Nothing sent yet.',
  notAppliedYet: (step: Figure) => `not applied yet: ${step}`,
  seen: (ago: Figure) => `Seen ${ago}.`,
  neverSeen: 'No word yet.',
  andMoreWarnings: (more: Figure) => `+${more} more`,
  noneNeedsWater: 'No field needs water within a week.',
  canWaitWeek: 'Can wait a week',
  refillNow: 'Refill now',
  refillToday: 'Refill today',
  refillTomorrow: 'Refill in 1 day',
  refillInDays: (days: Figure) => `Refill in ${days} days`,
  measured: 'measured',
  estimated: 'estimated',
  guessed: 'guessed',
})

const DAY_MS = 86_400_000

/** The forecast in a few words. */
export function refillHeadline({ refill_at: at }: Pick<FieldOutlook, 'refill_at'>, now: number): string {
  if (at === null) return text.canWaitWeek
  const days = (Date.parse(at) - now) / DAY_MS
  if (days <= 0) return text.refillNow
  if (days < 1) return text.refillToday
  return Math.round(days) === 1 ? text.refillTomorrow : text.refillInDays(Math.round(days))
}

/** The same for a field in the list; empty if unknown. */
export function outlookHeadline(outlook: FieldOutlook | undefined, now: number): string {
  return outlook?.state === 'known' ? refillHeadline(outlook, now) : ''
}

/** How certain it is, in one word; empty if unknown. */
export function doubtWord(outlook: FieldOutlook | undefined): string {
  return outlook?.state === 'known' && outlook.doubt ? text[outlook.doubt] : ''
}
