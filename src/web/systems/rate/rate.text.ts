/** What is said on these screens. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('rate', {
  oneRate: (fields: Figure) => `One rate for ${fields}`,
  closeWithoutSendingMore: 'Close without sending more',
  close: 'Close',
  cancel: 'Cancel',
  applyTo: (fields: Figure) => `Apply to ${fields}`,
  notSent: (rateObstacle: Figure) => `Not sent. ${rateObstacle}`,
  everythingElseStaysAs: 'Everything else stays as it is set on each field. Nothing is sent until you apply.',
  field: '1 field',
  fields: (count: Figure) => `${count} fields`,
  rateSaved: (fields: Figure) => `Rate saved for ${fields}`,
  rateSaved2: (taken: Figure, fields: Figure) => `Rate saved for ${taken} of ${fields}`,
  leftOut: (obstacle: Figure) => `Left out. ${obstacle}`,
  now: (now: Figure) => `Now ${now}.`,
  timerPass: (timerPercent: Figure, text: Figure) => `Timer ${timerPercent}, ${text} a pass.`,
  evenTimer100Pivot: (depth: Figure) => `Even at timer 100% this pivot puts on ${depth} a pass.`,
  computing: 'Computing…',
  previewDidNotCome: (sentence: Figure) => `The preview did not come: ${sentence}`,
  sending: 'Sending…',
  raiseLowestPercentages: 'Raise the lowest percentages',
  tryAgain: 'Try again',
  notSentDeviceNo:
    'Not sent: this device has no connection. It will send when you have signal. Keep this page open. After two minutes, press Try again.',
  notKnownWhetherSent:
    'Not known whether it was sent. We keep asking while this page is open, and it is never applied twice.',
  neverSetOpenGive: 'Never set: open it and give its root depth and target first.',
  testPatternRunsWait: 'A test pattern runs. Wait until it ends, or open the field.',
  finishesPassStoppedShort: 'It finishes a pass that stopped short. End that on its page first.',
})
