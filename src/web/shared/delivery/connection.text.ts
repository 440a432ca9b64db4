/** Texts of the controller's connection log and of unusable messages. */
import type { DroppedMessages, DropReason } from '#contract/connections.ts'
import { DROPPED_SHOWN_DAYS } from '#contract/connections.ts'
import type { UpwardTopic } from '#contract/controller.ts'
import { ago, number } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('connection', {
  controllerConnection: 'Controller connection',
  loadingConnection: 'Loading the connection...',
  connectionNotFetched: 'The connection could not be fetched.',
  neverConnected: 'The controller has not connected yet.',
  linked: 'Linked',
  linkLost: 'Link lost',
  loading: 'Loading…',
  showOlder: 'Show older',
  settingsReport: 'Settings report',
  onlineOrOffline: 'Online or offline',
  position: 'Position',
  startStopOrFault: 'Start, stop or fault',
  waterPutDown: 'Water put down',
  soilReadings: 'Soil readings',
  arrivedGarbled: 'arrived garbled',
  tooLong: 'too long',
  notExpectedForm: 'not in the expected form',
  unknownSettings: 'about settings we never sent',
  wrongNumber: 'numbered wrong',
  notStorable: 'something in it cannot be stored',
  probeWithoutNumber: 'the probe has no number yet',
  depthUnknown: 'the depth of the probe is not known',
  once: (when: Figure) => `once, ${when}`,
  manyTimes: (count: Figure, when: Figure) => `${count} times, last ${when}`,
  oneMessage: '1 message',
  manyMessages: (count: Figure) => `${count} messages`,
  couldNotBeUsed: (messages: Figure, days: Figure) =>
    `${messages} from this system could not be used in the last ${days} days. If this goes on, tell your provider.`,
})

const droppedKinds = {
  reported: text.settingsReport,
  status: text.onlineOrOffline,
  telemetry: text.position,
  event: text.startStopOrFault,
  applied: text.waterPutDown,
  readings: text.soilReadings,
} as const satisfies Record<UpwardTopic, string>

const dropReasons = {
  not_json: text.arrivedGarbled,
  too_large: text.tooLong,
  wrong_shape: text.notExpectedForm,
  foreign_report: text.unknownSettings,
  leap: text.wrongNumber,
  not_storable: text.notStorable,
  unknown_probe: text.probeWithoutNumber,
  unknown_depth: text.depthUnknown,
} as const satisfies Record<DropReason, string>

/** @example 'Position: arrived garbled' */
export function droppedWords({ kind, reason }: Pick<DroppedMessages, 'kind' | 'reason'>): string {
  return `${droppedKinds[kind]}: ${dropReasons[reason]}`
}

/** @example '9 times, last 4 min ago (14:32)' */
export function droppedTimes(
  { count, last_at: lastAt }: Pick<DroppedMessages, 'count' | 'last_at'>,
  now: number,
  timeZone: string,
): string {
  const last = ago(lastAt, now, timeZone)
  return count === 1 ? text.once(last) : text.manyTimes(number(count), last)
}

/** All of them together, and what to do about them. */
export function droppedSentence(dropped: readonly Pick<DroppedMessages, 'count'>[]): string {
  const total = dropped.reduce((sum, { count }) => sum + count, 0)
  const messages = total === 1 ? text.oneMessage : text.manyMessages(number(total))
  return text.couldNotBeUsed(messages, DROPPED_SHOWN_DAYS)
}
