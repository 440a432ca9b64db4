/** What is said on these screens. */
import type { FieldOutlook } from '#contract/balance.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('overview', {
  allFields: 'All fields',
  allFields2: (length: Figure) => `All ${length} fields`,
  andMore: (length: Figure) => `and ${length} more`,
  show: (name: Figure, word: Figure, more: Figure) => `Show ${name}, ${word}${more}`,
  driest: 'Driest:',
  othersFine: 'The others are fine.',
  noneNeedsYou: 'None need attention.',
  needsYou: '1 needs attention.',
  needYou: (count: Figure) => `${count} need attention.`,
  worst: 'Worst',
  driest2: 'Driest',
  name: 'Name',
  sortBy: 'Sort by',
  searchFields: 'Search fields',
  noFieldCalled: (search: Figure) => `No field is called “${search}”.`,
  showAll: 'Show all',
  untickAll: 'Untick all',
  setOneRate: (size: Figure) => `Set one rate for ${size}`,
  tick: (name: Figure) => `Tick ${name}`,
  nothingSentYet: 'Nothing sent yet.',
  notAppliedYet: (word: Figure) => `not applied yet: ${word}`,
  seen: (ago: Figure) => `Seen ${ago}.`,
  noWordYet: 'No word yet.',
  more: (more: Figure) => `+${more} more`,
  noFieldNeedsWater: 'No field needs water within a week.',
  canWaitWeek: 'Can wait a week',
  refillNow: 'Refill now',
  refillToday: 'Refill today',
  refill1Day: 'Refill in 1 day',
  refillDays: (round: Figure) => `Refill in ${round} days`,
  measured: 'measured',
  estimated: 'estimated',
  guessed: 'guessed',
})

const DAY_MS = 86_400_000

/** The answer in a few words. */
export function refillHeadline({ refill_at: at }: Pick<FieldOutlook, 'refill_at'>, now: number): string {
  if (at === null) return say.canWaitWeek
  const days = (Date.parse(at) - now) / DAY_MS
  if (days <= 0) return say.refillNow
  if (days < 1) return say.refillToday
  return Math.round(days) === 1 ? say.refill1Day : say.refillDays(Math.round(days))
}

/** The same of a field of the list; empty where it is not known. */
export function outlookHeadline(outlook: FieldOutlook | undefined, now: number): string {
  return outlook?.state === 'known' ? refillHeadline(outlook, now) : ''
}

/** How that is known, in one word; empty where it is not. */
export function doubtWord(outlook: FieldOutlook | undefined): string {
  return outlook?.state === 'known' && outlook.doubt ? say[outlook.doubt] : ''
}
