/** What is said of how a controller came and went, and of messages that could not be used. */
import type { DroppedMessages, DropReason } from '#contract/connections.ts'
import { DROPPED_SHOWN_DAYS } from '#contract/connections.ts'
import type { UpwardTopic } from '#contract/controller.ts'
import { ago, number } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('connection', {
  controllerConnection: 'Controller connection',
  loadingConnection: 'Loading the connection...',
  connectionCouldNotFetched: 'The connection could not be fetched.',
  controllerNotConnectedYet: 'The controller has not connected yet.',
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
  aboutSettingsWeNever: 'about settings we never sent',
  numberedWrong: 'numbered wrong',
  somethingCannotStored: 'something in it cannot be stored',
  probeNoNumberYet: 'the probe has no number yet',
  depthProbeNotKnown: 'the depth of the probe is not known',
  once: (last: Figure) => `once, ${last}`,
  timesLast: (count: Figure, last: Figure) => `${count} times, last ${last}`,
  message: '1 message',
  messages: (total: Figure) => `${total} messages`,
  systemCouldNotUsed: (messages: Figure, text: Figure) =>
    `${messages} from this system could not be used in the last ${text} days. If this goes on, tell your provider.`,
})

const droppedKinds = {
  reported: say.settingsReport,
  status: say.onlineOrOffline,
  telemetry: say.position,
  event: say.startStopOrFault,
  applied: say.waterPutDown,
  readings: say.soilReadings,
} as const satisfies Record<UpwardTopic, string>

const dropReasons = {
  not_json: say.arrivedGarbled,
  too_large: say.tooLong,
  wrong_shape: say.notExpectedForm,
  foreign_report: say.aboutSettingsWeNever,
  leap: say.numberedWrong,
  not_storable: say.somethingCannotStored,
  unknown_probe: say.probeNoNumberYet,
  unknown_depth: say.depthProbeNotKnown,
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
  return count === 1 ? say.once(last) : say.timesLast(number(count), last)
}

/** All of them together, and what to do about them. */
export function droppedSentence(dropped: readonly Pick<DroppedMessages, 'count'>[]): string {
  const total = dropped.reduce((sum, { count }) => sum + count, 0)
  const messages = total === 1 ? say.message : say.messages(number(total))
  return say.systemCouldNotUsed(messages, DROPPED_SHOWN_DAYS)
}
