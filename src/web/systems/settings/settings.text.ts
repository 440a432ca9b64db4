/** Texts of settings: one line per field, and the differences between two. */
import { APPLICATION_RATE_IN } from '#contract/limits.ts'
import type { Settings } from '#contract/systems.ts'
import { number, quantity } from '../../kit/formats.ts'
import { depth } from '../text/depth.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('settings', {
  moreThanZero: 'More than 0, up to',
  fromMinimum: (least: Figure) => `${least} to`,
  inBothUnits: (prefix: Figure, mm: Figure, range: Figure) => `${prefix}${mm} mm (${range} inches)`,
  setting: 'Setting',
  testPattern: 'Test Pattern',
  aboutTestPattern: 'About Test Pattern',
  testPatternHint: (minutes: Figure) =>
    `Waters the ring of one tower only, so that you can check its valves. It ends after ${minutes} minutes, and the earlier prescription runs again.`,
  off: 'OFF',
  towerForMinutes: (tower: Figure, minutes: Figure) => `Tower ${tower}, for ${minutes} minutes`,
  speedControl: 'Speed Control',
  aboutSpeedControl: 'About Speed Control',
  speedControlHint:
    'ON: the controller sets the timer of the panel, so that one pass puts down your application rate. OFF: the panel keeps its own timer. It never starts or stops the machine.',
  on: 'ON',
  raisePump: 'Raise for the Pump',
  aboutRaisePump: 'About Raise for the Pump',
  raisePumpHint:
    'ON: where the machine would draw less than the pump’s minimum flow, the lowest percentages are raised just enough. Geofences of 0% stay dry. OFF: you are asked before such a pass is sent.',
  turnOff: 'Turn System OFF - Application Rate Required',
  offHint: (name: Figure) =>
    `OFF does not stop the machine. The whole field under ${name} gets 100% of this rate, and geofences are suspended.`,
  confirmApply: 'Confirm & Apply',
  suspended: 'Suspended:',
  timer: 'Timer',
  hoursPerRevolution: 'Hours per revolution',
  hoursPerPass: 'Hours per pass',
  fullTimerApplies: (depth: Figure) => `Even at timer 100% this pivot puts on ${depth} a pass.`,
  timerBySpeedControl: 'Speed Control sets this timer.',
  setPanel: 'Set the panel to this timer, or turn Speed Control on.',
  settings: 'Settings',
  system: 'System',
  sending: 'Sending…',
  applySettings: 'Apply Settings',
  aboutOnAndOff: 'About ON and OFF',
  aboutOffText:
    'When OFF, prescriptions are set to 100%: every part of the field gets the full application rate, and geofences are suspended. OFF does not stop the machine.',
  offNow:
    'OFF: the whole field gets 100% of the rate you enter next. The pivot keeps running. Turn the system ON to set root depth, target moisture, test pattern and speed control.',
  sentUnknown: 'We do not know if it was sent',
  notSentBecause: (why: Figure) => `Not sent. ${why}`,
  notSent: 'Not sent',
  tryAgain: 'Try again',
  discardChanges: 'Discard changes',
  depthsIn: 'Depths in',
  unitNotSaved: (why: Figure) => `The unit was not saved. ${why}`,
  rootDepth: 'Root Depth',
  moreThan: (least: Figure, most: Figure) => `More than ${least}, up to ${most}`,
  rootDepthHint: 'Depth of the roots that you want to keep moist.',
  targetMoisture: 'Target Moisture',
  between: (least: Figure, most: Figure) => `${least} to ${most}`,
  targetHint: 'Per cent of plant-available water: 0 is the wilting point, 100 is field capacity.',
  about: (label: Figure) => `About ${label}`,
  noCellChanges: 'Every cell keeps its percentage.',
  oneCellHigher: '1 cell changes, to a higher percentage.',
  oneCellLower: '1 cell changes, to a lower percentage.',
  cellsHigher: (cells: Figure) => `${cells} cells change, all to a higher percentage.`,
  cellsLower: (cells: Figure) => `${cells} cells change, all to a lower percentage.`,
  cellsBothWays: (cells: Figure, more: Figure, less: Figure) =>
    `${cells} cells change: ${more} to a higher percentage, ${less} to a lower one.`,
  waterOfPass: (after: Figure) => `Water for one pass: ${after}.`,
  waterStays: (after: Figure) => `Water for one pass stays ${after}.`,
  waterBecomes: (after: Figure, before: Figure) => `Water for one pass: ${after}, now ${before}.`,
  computing: 'Computing…',
  previewPrescription: 'Preview prescription',
  previewFailed: (why: Figure) => `The preview failed: ${why}`,
  previewTitle: 'Prescription with these settings',
  closePreview: 'Close the preview',
  backToSettings: 'Back to the settings',
  nothingSentYet: 'Nothing is sent until you apply.',
  inches: 'inches',
  applicationRate: 'Application Rate',
  only: 'Only',
  towers: 'Towers',
  none: 'None',
  pump: 'Pump',
  lowestRaised: 'Lowest percentages raised',
  dryPart: (from: Figure, until: Figure) => `the dry part, ${from}° to ${until}°`,
  onlyArc: (arc: Figure) => `only ${arc}`,
  offAt: (where: Figure, rate: Figure) => `OFF, 100% ${where}at ${rate}`,
  everywhere: 'everywhere',
  onAt: (rate: Figure) => `ON, ${rate}`,
  roots: (depth: Figure) => `roots ${depth}`,
  target: (percent: Figure) => `target ${percent}`,
  testPatternOn: (tower: Figure) => `test pattern on tower ${tower}`,
  withSpeedControl: 'speed control',
  raisedForPump: 'raised for the pump',
  passBeingFinished:
    'A pass is being finished. New settings end that and water the whole field, including the part that has had its water. A test pattern only interrupts it.',
  applicationRateHint: 'Depth of water put down in one pass at 100%.',
  submissionError: 'Submission Error',
  closeMessage: 'Close this message',
  close: 'Close',
  trying: 'Trying…',
  inputKept: 'What you typed is kept.',
  willSend: 'No connection. It will send when you have signal. Keep this page open.',
  askedAfterTwoMinutes: 'After two minutes, or when you leave this page, you are asked first.',
  pressedSendNow: (at: Figure) => `You pressed Apply at ${at}. Send it now?`,
  pressedTooLongAgo: (at: Figure) =>
    `You pressed Apply at ${at}, too long ago to send it now. Check it and press Apply again.`,
  sendNow: 'Send now',
  storedUnknown: 'We do not know if it was stored',
  keepAsking: (why: Figure) =>
    `${why} We keep asking while this page is open; your settings are never applied twice.`,
  serverFailed: 'The server failed while working on it.',
  serverDidNotAnswer: 'The server did not answer.',
  closeUnchanged: 'Close without a change',
  cancel: 'Cancel',
  confirmTestPattern: 'Confirm Test Pattern',
  testPatternText: (minutes: Figure) =>
    `Only the tower you turn on will water. The test ends by itself after ${minutes} minutes, and the earlier prescription runs again.`,
  tower: (tower: Figure) => `Tower ${tower}`,
  notOnMachine: 'not on this machine',
  cancelTurnsOff: 'Nothing is sent before you Apply Settings. Cancel turns the test pattern off.',
  submissionFailed: 'An error occurred during submission. Please try again.',
})

/** The unit in which depths are shown; they are always sent in inches. */
export type DepthUnit = 'in' | 'mm'

export const unitWords = { in: text.inches, mm: 'mm' } as const satisfies Record<DepthUnit, string>

const onOff = (on: boolean) => (on ? text.on : text.off)

/** The one tower of a test pattern; null without one. */
export function testedTower({ towers }: Pick<Settings, 'towers'>): number | null {
  const chosenTower = Object.entries(towers).find(([, chosen]) => chosen)
  return chosenTower ? Number(chosenTower[0]) : null
}

export interface Line {
  term: string
  value: string
}

/** All settings in the order of the form; OFF has only its rate. */
export function linesOf(settings: Settings, unit: DepthUnit): Line[] {
  const always = [
    { term: text.system, value: onOff(settings.is_system_on) },
    { term: text.applicationRate, value: depth(settings.application_rate, unit) },
  ]
  const { finish_arc: arc } = settings
  if (arc) always.push({ term: text.only, value: arcWords(arc) })
  if (!settings.is_system_on) return always
  return [
    ...always,
    { term: text.rootDepth, value: depth(settings.root_depth ?? 0, unit) },
    { term: text.targetMoisture, value: quantity(settings.target_moisture ?? 0, '%') },
    { term: text.testPattern, value: onOff(settings.is_test_pattern_on) },
    { term: text.towers, value: testedTower(settings)?.toString() ?? text.none },
    { term: text.speedControl, value: onOff(settings.is_speed_switch_on) },
    ...(settings.pump_remedy === 'raise' || settings.finish_remedy === 'raise'
      ? [{ term: text.pump, value: text.lowestRaised }]
      : []),
  ]
}

/** The dry part of a pass that is being finished. */
function arcWords([from, to]: readonly [number, number]): string {
  return text.dryPart(Math.round(from) % 360, Math.round(to) % 360)
}

export interface Change {
  term: string
  /** Shown for a missing old value. */
  from: string
  to: string
}

const NOTHING = '–'

/** The differences between two settings; `from` is null for the first one. */
export function changesOf(from: Settings | null, to: Settings, unit: DepthUnit): Change[] {
  const before = from ? linesOf(from, unit) : []
  const after = linesOf(to, unit)
  const terms = new Set([...after, ...before].map(({ term }) => term))
  const valueIn = (lines: Line[], term: string) => lines.find((line) => line.term === term)?.value ?? NOTHING
  return [...terms]
    .map((term) => ({ term, from: valueIn(before, term), to: valueIn(after, term) }))
    .filter(({ from, to }) => from !== to)
}

/** Settings in one line, for lists. */
export function inOneLine(settings: Settings, unit: DepthUnit): string {
  const rate = depth(settings.application_rate, unit)
  const only = settings.finish_arc ? [text.onlyArc(arcWords(settings.finish_arc))] : []
  if (!settings.is_system_on)
    return [text.offAt(only.length > 0 ? '' : `${text.everywhere} `, rate), ...only].join(', ')
  const tower = settings.is_test_pattern_on ? testedTower(settings) : null
  const parts = [
    text.onAt(rate),
    text.roots(depth(settings.root_depth ?? 0, unit)),
    text.target(quantity(settings.target_moisture ?? 0, '%')),
    ...(tower === null ? [] : [text.testPatternOn(tower)]),
    ...(settings.is_speed_switch_on ? [text.withSpeedControl] : []),
    ...(settings.pump_remedy === 'raise' || settings.finish_remedy === 'raise' ? [text.raisedForPump] : []),
    ...only,
  ]
  return parts.join(', ')
}

/** The effect of newer settings on a pass that is being finished. */
export const SETTINGS_END_FINISHING = text.passBeingFinished

/** The field of the application rate, here and before a system is turned off. */
export const rateQuestion = {
  name: 'applicationRate',
  label: text.applicationRate,
  range: text.between(number(APPLICATION_RATE_IN.min), number(APPLICATION_RATE_IN.max)),
  meaning: text.applicationRateHint,
  limits: { min: APPLICATION_RATE_IN.min, max: APPLICATION_RATE_IN.max, step: 0.05 },
} as const
