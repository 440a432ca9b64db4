/** Texts of alerts: what is wrong, since when, and what to do. */
import type { AlertKind, AlertView } from '../../contract/alerts/alerts.ts'
import { ago, clock, day, number, quantity, span } from '../kit/formats.ts'
import { inchesToMm } from '#agronomy/units.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('alerts', {
  title: 'Alerts',
  hint: 'What needs attention now. An alert stays here until its cause is gone, and notifies you once.',
  loading: 'Loading your alerts…',
  notFetched: 'Your alerts could not be fetched.',
  noOpenAlerts: 'Nothing needs attention now.',
  openNow: 'Open now',
  recent: 'Cleared in the last 30 days',
  acknowledge: 'Acknowledge',
  acknowledging: 'Acknowledging…',
  acknowledgeNamed: (what: Figure, system: Figure) => `Acknowledge: ${what}, ${system}`,
  acknowledgedBy: (by: Figure, when: Figure) => `${by} is on it, ${when}`,
  notAcknowledged: 'It was not acknowledged. Try again.',
  viewOnly: 'Only owners and operators can acknowledge alerts.',
  since: (when: Figure) => `Since ${when}`,
  lasted: (when: Figure, long: Figure) => `${when}, for ${long}`,
  sameCause: 'Same cause:',
  stoppedWet: 'Stopped, water on',
  stoppedShort: 'Stopped before the end of its pass',
  offline: 'Offline',
  rejected: 'Change rejected',
  expiring: 'Settings expire soon',
  expired: 'Settings expired',
  panel: 'Panel does not match the settings',
  refill: 'Field needs water',
  probe: (probe: Figure) => `Probe ${probe} is silent`,
  lowPressure: 'Low water pressure',
  highPressure: 'High water pressure',
  lowFlow: 'Too little flow',
  highFlow: 'Too much flow',
  misaligned: 'Towers out of line',
  powerLost: 'Power lost',
  valveFault: 'Valve fault',
  cableFault: 'Cable fault',
  otherFault: (code: Figure) => `Fault ${code}`,
  adviceStoppedWet: 'Water is running onto one spot. Start the pivot or shut the water off.',
  adviceStoppedShort: (degrees: Figure) =>
    `It left ${degrees} of the field dry. You can finish the pass from its page.`,
  adviceOffline: 'We have lost contact with it. It keeps running its last settings until they expire.',
  adviceOfflineWet: 'It was stopped with the water on when we last heard from it. Go and check.',
  adviceFault: 'Check the machine before you start it.',
  adviceRejected: 'The pivot did not accept the newest settings and is still running the earlier ones.',
  adviceExpiring: (when: Figure) =>
    `The settings expire ${when}, unless the pivot reconnects. After that it waters 100% everywhere except in closed geofences.`,
  adviceExpired:
    'The pivot waters 100% everywhere except in closed geofences. Apply Settings again to continue.',
  advicePanel: (percent: Figure, lays: Figure, asked: Figure) =>
    `Panel is at ${percent}, so this pass puts on about ${lays}, not ${asked}.`,
  adviceRefill: (driest: Figure) =>
    `The driest tenth of the field is down to ${driest} of its water and the machine is not watering.`,
  adviceRefillUnknown: 'The driest tenth of the field is at its refill line and the machine is not watering.',
  adviceProbe: 'No readings for a day. Check its battery and its gateway.',
  unknownWhileOffline: 'Not known since it went offline',
  kindStoppedWet: 'Stopped with water on',
  kindStoppedShort: 'Pass stopped short',
  kindFault: 'Machine fault',
  kindOffline: 'Offline',
  kindSetting: 'Settings rejected or about to expire',
  kindPanel: 'Panel does not match',
  kindRefill: 'Field needs water',
  kindProbe: 'Probe silent',
  usefulQuestion: 'Was this worth a message?',
  usefulQuestionNamed: (what: Figure, system: Figure) => `Was this worth a message? ${what}, ${system}`,
  yes: 'Yes',
  no: 'No',
  offerLongerDuration: (after: Figure, wouldSend: Figure, sent: Figure) =>
    `This one comes often. If it first had to last ${after}, the last 30 days would have sent ${wouldSend}, not ${sent}.`,
  acceptLongerDuration: (after: Figure) => `Wait until it has lasted ${after}`,
  rulesTitle: 'What we notify you about',
  rulesHint: 'Your own choice for each field. Everyone chooses for themselves.',
  field: 'Field',
  mail: 'Email',
  phone: 'Phone',
  minimumDuration: 'After it has lasted',
  atOnce: 'at once',
  minutes: (count: Figure) => `${count} min`,
  hours: (count: Figure) => `${count} h`,
  days: (count: Figure) => `${count} d`,
  rulesNotFetched: 'Your choices could not be fetched.',
  notSaved: 'It could not be saved. Try again.',
  loadingRules: 'Loading your choices…',
  mailFor: (kind: Figure) => `Email: ${kind}`,
  phoneFor: (kind: Figure) => `Phone: ${kind}`,
  afterFor: (kind: Figure) => `After it has lasted: ${kind}`,
  quietHours: 'Quiet hours',
  quietHoursHint: 'What starts during quiet hours is sent when they end, if it is still going on.',
  quietHoursOn: 'Do not notify me at night',
  from: 'From',
  until: 'Until',
  urgentAnyway: 'Stopped with water on: notify me at any hour',
  quietHoursSaved: 'Saved.',
  save: 'Save quiet hours',
  saving: 'Saving…',
  thisDevice: 'This phone or computer',
  deviceHint: 'You get notifications here even when the page is closed, until you log out.',
  turnOn: 'Notify me here',
  turnOff: 'Stop notifying me here',
  working: 'One moment…',
  deviceOn: 'Notifications are on for this device.',
  pushUnsupported:
    'This browser cannot show notifications. On an iPhone, add the page to the home screen first, then open it from there.',
  pushBlocked:
    'Notifications are blocked for this site. Allow them in the settings of the browser, then try again.',
  pushFailed: 'That did not work. Try again.',
})

export const KIND_WORDS: Record<AlertKind, string> = {
  stopped_wet: text.kindStoppedWet,
  fault: text.kindFault,
  stopped_short: text.kindStoppedShort,
  offline: text.kindOffline,
  setting: text.kindSetting,
  panel: text.kindPanel,
  refill: text.kindRefill,
  probe: text.kindProbe,
}

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** @example '2 h' */
export function lastsWords(minutes: number): string {
  if (minutes === 0) return text.atOnce
  if (minutes < HOUR_MIN) return text.minutes(minutes)
  return minutes < 2 * DAY_MIN ? text.hours(minutes / HOUR_MIN) : text.days(minutes / DAY_MIN)
}

const faults: Record<string, string> = {
  LOW_PRESSURE: text.lowPressure,
  HIGH_PRESSURE: text.highPressure,
  LOW_FLOW: text.lowFlow,
  HIGH_FLOW: text.highFlow,
  MISALIGNED: text.misaligned,
  POWER_LOST: text.powerLost,
  VALVE_FAULT: text.valveFault,
  CABLE_FAULT: text.cableFault,
}

type AlertFacts = Pick<AlertView, 'kind' | 'subject' | 'detail' | 'time_zone'>

type Words = (alert: AlertFacts, now: number, unit: 'in' | 'mm') => string

const titles: Record<AlertKind, Words> = {
  stopped_wet: () => text.stoppedWet,
  stopped_short: () => text.stoppedShort,
  offline: () => text.offline,
  fault({ subject }) {
    const faultText = Object.hasOwn(faults, subject) ? faults[subject] : undefined
    return faultText ?? text.otherFault(subject.toLowerCase().replaceAll('_', ' '))
  },
  setting({ subject, detail }, now) {
    if (subject === 'rejected') return text.rejected
    return isPast(detail.valid_until, now) ? text.expired : text.expiring
  },
  panel: () => text.panel,
  refill: () => text.refill,
  probe: ({ subject }) => text.probe(subject),
}

const sentences: Record<AlertKind, Words> = {
  stopped_wet: () => text.adviceStoppedWet,
  stopped_short: ({ detail }) => text.adviceStoppedShort(`${detail.dry_deg ?? 0}°`),
  offline: ({ detail }) => (detail.stopped_wet ? text.adviceOfflineWet : text.adviceOffline),
  fault: () => text.adviceFault,
  setting({ subject, detail: { valid_until: until }, time_zone: zone }, now) {
    if (subject === 'rejected') return text.adviceRejected
    if (until === undefined || isPast(until, now)) return text.adviceExpired
    return text.adviceExpiring(`${day(until, zone)}, ${clock(until, zone)}`)
  },
  panel: ({ detail }, _, unit) => panelSentence(detail, unit),
  refill: ({ detail: { driest_percent: driest } }) =>
    driest === undefined ? text.adviceRefillUnknown : text.adviceRefill(quantity(driest, '%', 0)),
  probe: () => text.adviceProbe,
}

/** What is wrong, in a few words. */
export function alertTitle(alert: AlertFacts, now: number): string {
  return titles[alert.kind](alert, now, 'in')
}

/** What it means, and what to do. */
export function alertSentence(alert: AlertFacts, unit: 'in' | 'mm', now: number): string {
  return sentences[alert.kind](alert, now, unit)
}

function isPast(at: string | undefined, now: number): boolean {
  return at !== undefined && Date.parse(at) <= now
}

function panelSentence(
  { panel_percent, lays_in, asked_in }: AlertFacts['detail'],
  unit: 'in' | 'mm',
): string {
  const depth = (inches: number) => (unit === 'mm' ? inchesToMm(inches) : inches)
  const digits = unit === 'mm' ? 1 : 2
  return text.advicePanel(
    quantity(panel_percent ?? 0, '%', 0),
    quantity(depth(lays_in ?? 0), unit, digits),
    number(depth(asked_in ?? 0), digits),
  )
}

/** @example '4 min ago (14:32)'; of one that is over when it began and how long it lasted */
export function alertTime({ since, ended_at: ended, time_zone: zone }: AlertView, now: number): string {
  if (ended === null) return text.since(ago(since, now, zone))
  const long = span(Math.max(0, Date.parse(ended) - Date.parse(since)))
  return text.lasted(`${day(since, zone)}, ${clock(since, zone)}`, long)
}
