/** Texts of transfer offers and support requests. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('transfers', {
  offers: 'Systems offered to you',
  offersHint: 'Your provider offers to make you the owner. Nothing changes until you accept.',
  noOffers: 'You have no offers right now.',
  from: (name: Figure) => `From ${name}`,
  until: (day: Figure) => `offered until ${day}`,
  membersStay: 'Its operators and viewers keep their access.',
  membersRemoved: 'Nobody else will have access.',
  accept: 'Accept',
  decline: 'Decline',
  working: 'One moment…',
  toSystems: 'To your systems',
  notFetched: 'This could not be fetched.',
  loading: 'Loading…',
  support: 'What support may see',
  supportHint:
    'Your provider sees your machines, not your screens. To help you, support may look at them for a time, without changing anything.',
  requestTitle: 'Support asks to see your screens',
  supportAsked: (by: Figure, when: Figure) => `${by} asked ${when}:`,
  choiceTitle: 'Your choice',
  allowedUntil: (when: Figure) => `Support may look until ${when}`,
  notAllowed: 'Nobody else can see your screens.',
  howLong: 'For how long',
  oneHour: '1 hour',
  oneDay: '1 day',
  oneWeek: '1 week',
  allow: 'Allow',
  endNow: 'End it now',
  viewings: 'Who looked, and why',
  noViewings: 'Nobody has looked yet.',
  viewingNow: 'looking now',
  untilTime: (when: Figure) => `until ${when}`,
})
