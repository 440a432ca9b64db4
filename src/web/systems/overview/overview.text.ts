/** What is said on these screens. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('overview', {
  allFields: 'All fields',
  allFields2: (length: Figure) => `All ${length} fields`,
  andMore: (length: Figure) => `and ${length} more`,
  show: (name: Figure, word: Figure, more: Figure) => `Show ${name}, ${word}${more}`,
  driest: 'Driest:',
  othersFine: 'The others are fine.',
  noneNeedsYou: 'None needs you.',
  needsYou: '1 needs you.',
  needYou: (count: Figure) => `${count} need you.`,
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
})
