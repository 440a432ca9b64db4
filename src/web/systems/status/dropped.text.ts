/** Messages of a system's devices that could not be used, in the farmer's words. */
import type { UpwardTopic } from '#contract/controller.ts'
import { DROPPED_SHOWN_DAYS, type DroppedMessages, type DropReason } from '#contract/connections.ts'
import { ago, number } from '../../kit/formats.ts'

const kinds = {
  reported: 'Settings report',
  status: 'Online or offline',
  telemetry: 'Position',
  event: 'Start, stop or fault',
  applied: 'Water put down',
  readings: 'Soil readings',
} as const satisfies Record<UpwardTopic, string>

const reasons = {
  not_json: 'arrived garbled',
  too_large: 'too long',
  wrong_shape: 'not in the expected form',
  foreign_report: 'about settings we never sent',
  leap: 'numbered wrong',
  not_storable: 'something in it cannot be stored',
  unknown_probe: 'the probe has no number yet',
  unknown_depth: 'the depth of the probe is not known',
} as const satisfies Record<DropReason, string>

/** @example 'Position: arrived garbled' */
export function droppedWords({ kind, reason }: Pick<DroppedMessages, 'kind' | 'reason'>): string {
  return `${kinds[kind]}: ${reasons[reason]}`
}

/** @example '9 times, last 4 min ago (14:32)' */
export function droppedTimes(
  { count, last_at: lastAt }: Pick<DroppedMessages, 'count' | 'last_at'>,
  now: number,
  timeZone: string,
): string {
  const last = ago(lastAt, now, timeZone)
  return count === 1 ? `once, ${last}` : `${number(count)} times, last ${last}`
}

/** All of them together, and what to do about them. */
export function droppedSentence(dropped: readonly Pick<DroppedMessages, 'count'>[]): string {
  const total = dropped.reduce((sum, { count }) => sum + count, 0)
  const messages = total === 1 ? '1 message' : `${number(total)} messages`
  return `${messages} from this system could not be used in the last ${DROPPED_SHOWN_DAYS} days. If this goes on, tell your provider.`
}
