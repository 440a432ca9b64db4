/** Texts of transfer offers and support requests. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('transfers', {
  offers: 'Systems offered to you',
  offersHint: 'Your provider offers to make you the owner. Nothing changes until you accept.',
  noOffers: 'You have no offers right now.',
  from: (name: Figure) => `From ${name}`,
  until: (day: Figure) => `offered until ${day}`,
  othersStay: 'Its operators and viewers keep their access.',
  othersGo: 'Nobody else will have access.',
  accept: 'Accept',
  decline: 'Decline',
  working: 'One moment…',
  toSystems: 'To your systems',
  notFetched: 'This could not be fetched.',
  loading: 'Loading…',
  support: 'What support may see',
  supportHint:
    'Your provider sees your machines, not your screens. To help you, support may look at them for a time, without changing anything.',
  request: 'Support asks to see your screens',
  asks: (by: Figure, when: Figure) => `${by} asked ${when}:`,
  state: 'Your choice',
  allowedUntil: (when: Figure) => `Support may look until ${when}`,
  notAllowed: 'Nobody else can see your screens.',
  howLong: 'For how long',
  oneHour: '1 hour',
  oneDay: '1 day',
  oneWeek: '1 week',
  allow: 'Allow',
  endNow: 'End it now',
  looks: 'Who looked, and why',
  noLooks: 'Nobody has looked yet.',
  looksNow: 'looking now',
  untilTime: (when: Figure) => `until ${when}`,
})
