/** Texts of setting one rate for several fields. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('rate', {
  oneRate: (fields: Figure) => `One rate for ${fields}`,
  closeWithoutSendingMore: 'Close without sending more',
  close: 'Close',
  cancel: 'Cancel',
  applyTo: (fields: Figure) => `Apply to ${fields}`,
  notSent: (why: Figure) => `Not sent. ${why}`,
  restStays: 'Everything else stays as it is set on each field. Nothing is sent until you apply.',
  oneField: '1 field',
  fields: (count: Figure) => `${count} fields`,
  rateSaved: (fields: Figure) => `Rate saved for ${fields}`,
  rateSavedPartly: (taken: Figure, fields: Figure) => `Rate saved for ${taken} of ${fields}`,
  leftOut: (why: Figure) => `Left out. ${why}`,
  now: (now: Figure) => `Now ${now}.`,
  timerAndPass: (timerPercent: Figure, hours: Figure) => `Timer ${timerPercent}, ${hours} a pass.`,
  fullTimerApplies: (depth: Figure) => `Even at timer 100% this pivot puts on ${depth} a pass.`,
  computing: 'Computing…',
  previewFailed: (why: Figure) => `The preview failed: ${why}`,
  sending: 'Sending…',
  raiseLowestPercentages: 'Raise the lowest percentages',
  tryAgain: 'Try again',
  noConnection:
    'Not sent: this device has no connection. It will send when you have signal. Keep this page open. After two minutes, press Try again.',
  sentUnknown:
    'We do not know if it was sent. We keep asking while this page is open, and it is never applied twice.',
  neverSet: 'Never set: open it and enter its root depth and target first.',
  testPatternRuns: 'A test pattern is running. Wait until it ends, or open the field.',
  finishingPass: 'It is finishing a pass that stopped short. End that on its page first.',
})
