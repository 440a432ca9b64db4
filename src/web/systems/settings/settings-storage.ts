/** Form state in browser storage: unsent settings by system. */
import * as z from 'zod/mini'
import { settings } from '#contract/systems.ts'
import type { Settings } from '#contract/systems.ts'
import type { KeyedStorage } from '../../kit/storage.ts'
import { sameValues, settingsValues } from './settings-values.ts'
import type { SettingsValues } from './settings-values.ts'

const STATES = 'systemStates'

const storedState = z.extend(settingsValues, {
  /** Whether these values differ from what was last sent. */
  unsent: z.boolean(),
  /** Revision on which the edit is based; null if there was none. */
  basedOn: z.nullable(z.int()),
})
export type StoredState = z.infer<typeof storedState>

/** An Apply without a response: a retry with this key is idempotent. */
const storedSubmission = z.object({
  settings,
  key: z.string(),
  pressedAt: z.number(),
  seenRev: z.nullable(z.int()),
})

export interface UnansweredSubmission {
  settings: Settings
  key: string
  /** Milliseconds. */
  pressedAt: number
  /** Revision on which the settings are based; null if unknown. */
  expectedRevision: number | null
}

const entry = z.record(z.string(), z.unknown())

function readAll(storage: KeyedStorage): Record<string, unknown> {
  try {
    const parsed = entry.safeParse(JSON.parse(storage.getItem(STATES) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** The stored state of one system; null if missing or unreadable. */
export function readState(storage: KeyedStorage, system: string): StoredState | null {
  const states = readAll(storage)
  const parsed = storedState.safeParse(Object.hasOwn(states, system) ? states[system] : null)
  return parsed.success ? parsed.data : null
}

function storeEntry(storage: KeyedStorage, system: string, part: Record<string, unknown>): void {
  const states = readAll(storage)
  const parsed = Object.hasOwn(states, system) ? entry.safeParse(states[system]) : null
  try {
    storage.setItem(STATES, JSON.stringify({ ...states, [system]: { ...parsed?.data, ...part } }))
  } catch {
    // With full storage the draft is lost on reload, but not the form.
  }
}

export function storeState(storage: KeyedStorage, system: string, state: StoredState): void {
  storeEntry(storage, system, state)
}

/** In the same entry, so that a log-out removes it too. */
export function storeUnanswered(
  storage: KeyedStorage,
  system: string,
  unanswered: UnansweredSubmission | null,
): void {
  const { settings, key, pressedAt, expectedRevision: seenRev } = unanswered ?? {}
  storeEntry(storage, system, { unanswered: unanswered ? { settings, key, pressedAt, seenRev } : undefined })
}

export function readUnanswered(storage: KeyedStorage, system: string): UnansweredSubmission | null {
  const states = readAll(storage)
  const parsed = Object.hasOwn(states, system) ? entry.safeParse(states[system]) : null
  const submission = storedSubmission.safeParse(parsed?.data?.['unanswered'])
  if (!submission.success) return null
  const { settings, key, pressedAt, seenRev: expectedRevision } = submission.data
  return { settings, key, pressedAt, expectedRevision }
}

export interface InitialForm {
  values: SettingsValues
  /** Revision on which the values are based; differs from the server's if somebody else has applied settings. */
  basedOn: number | null
}

/** The initial form: the server's settings, unless there is an unsent edit (decision 27). */
export function initialFormOf(
  stored: StoredState | null,
  server: SettingsValues,
  serverRev: number | null,
): InitialForm {
  if (!stored?.unsent) return { values: server, basedOn: serverRev }
  const { unsent: _, basedOn, ...values } = stored
  return sameValues(values, server) ? { values: server, basedOn: serverRev } : { values, basedOn }
}
