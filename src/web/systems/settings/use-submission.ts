/** State of one Apply: accepted, refused, conflicting, unsent, or unknown; a retry is the same submission. */
import { useEffect, useRef, useState } from 'react'
import { pumpShortfall } from '#contract/pumps.ts'
import type { PumpShortfall } from '#contract/pumps.ts'
import { currentSettings } from '#contract/systems.ts'
import type { CurrentSettings, Settings, SystemView } from '#contract/systems.ts'
import { newIdempotencyKey, useSendSettings } from '../../api/systems.ts'
import type { Submission } from '../../api/systems.ts'
import { CallError } from '../../kit/call-error.ts'
import { isSignedIn } from '../../kit/session.ts'
import { browserStorage } from '../../kit/storage.ts'
import { useSession } from '../../kit/use-session.ts'
import { retryModeAt } from './use-retry-limit.ts'
import { storeUnanswered, readUnanswered } from './settings-storage.ts'
import { sameSettings } from './settings-values.ts'
import { text } from './settings.text.ts'

export const SUBMISSION_FAILED = text.submissionFailed

export type Outcome =
  | { kind: 'confirmed'; settings: Settings; settingsRev: number }
  | { kind: 'refused'; message: string }
  /** Somebody else's settings were stored since this page loaded them. */
  | { kind: 'conflict'; message: string; current: CurrentSettings }
  /** Parts of the pass draw too little flow from the pump; nothing was sent. */
  | { kind: 'pump-low'; shortfall: PumpShortfall }
  /** The request never left this device. */
  | { kind: 'not-sent' }
  /** `answered`: with an error that leaves open whether it was stored. */
  | { kind: 'unknown'; answered: boolean }

/** The outcome of a failure; null when the session ended, which has its own dialog and loses nothing. */
export function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof CallError)) return { kind: 'refused', message: SUBMISSION_FAILED }
  if (error.kind === 'session-ended') return null
  // A gateway's 502 says no more about what the server did than no response.
  const answered = error.status >= 500
  const noAnswer = error.kind !== 'answer' || (answered && !error.fromServer)
  if (noAnswer) return { kind: 'unknown', answered }
  const current = currentOf(error)
  if (current) return { kind: 'conflict', message: error.message, current }
  const shortfall = shortfallOf(error)
  if (shortfall) return { kind: 'pump-low', shortfall }
  return { kind: 'refused', message: error.fromServer ? error.message : SUBMISSION_FAILED }
}

function currentOf({ code, body }: CallError): CurrentSettings | null {
  if (code !== 'settings_changed_meanwhile' || typeof body !== 'object' || body === null) return null
  const parsed = currentSettings.safeParse(Reflect.get(body, 'current'))
  return parsed.success ? parsed.data : null
}

function shortfallOf({ code, body }: CallError): PumpShortfall | null {
  if (code !== 'pump_flow_low' || typeof body !== 'object' || body === null) return null
  const parsed = pumpShortfall.safeParse(Reflect.get(body, 'current'))
  return parsed.success ? parsed.data : null
}

/** The unanswered submission of an earlier visit, unless its settings have been stored since. */
function unansweredSubmission(system: string, stored: Settings | null): Submission | null {
  const pending = system ? readUnanswered(browserStorage(), system) : null
  if (pending && retryModeAt(pending.pressedAt, Date.now(), true) === 'expired') return null
  return pending && !(stored && sameSettings(stored, pending.settings)) ? { system, ...pending } : null
}

/** Whether a press means the pending submission: once newer settings are stored, its key would only be told what it stored before them. */
function isRetry(
  pending: Submission,
  settings: Settings,
  { seen, newest }: { seen: number | null; newest: number | undefined },
): boolean {
  const overtaken = seen !== pending.expectedRevision || (newest ?? seen) !== seen
  return !overtaken && sameSettings(pending.settings, settings)
}

export type SubmissionState = ReturnType<typeof useSubmission>

/** @param stored the newest settings of the server */
export function useSubmission(system: string, stored: SystemView['desired']) {
  const { mutateAsync, isPending: sending } = useSendSettings()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [pending, setPending] = useState(() => unansweredSubmission(system, stored))
  /** Whether the pending submission was ever sent. */
  const [wasSent, setWasSent] = useState(pending !== null)
  const [sent, setSent] = useState<Submission | null>(null)
  const busy = useRef(false)
  useStoreUnanswered(system, wasSent ? pending : null)

  async function submit(submission: Submission): Promise<void> {
    // Two taps can arrive before the state updates.
    if (busy.current) return
    const sentBefore = wasSent && pending?.key === submission.key
    setPending(submission)
    setSent(submission)
    if (!navigator.onLine && !sentBefore) {
      setWasSent(false)
      setOutcome({ kind: 'not-sent' })
      return
    }
    busy.current = true
    setWasSent(true)
    storeUnanswered(browserStorage(), system, submission)
    try {
      const { settings_rev: settingsRev } = await mutateAsync(submission)
      finish({ kind: 'confirmed', settings: submission.settings, settingsRev })
    } catch (error) {
      finish(outcomeOf(error))
    } finally {
      busy.current = false
    }
  }

  function finish(next: Outcome | null): void {
    setOutcome(next)
    if (next?.kind !== 'unknown') drop()
  }

  function drop(): void {
    setPending(null)
    setWasSent(false)
    storeUnanswered(browserStorage(), system, null)
  }

  return {
    sending,
    outcome,
    /** When Apply was pressed for the pending submission, milliseconds; null without one. */
    pressedAt: pending?.pressedAt ?? null,
    /** The submission of the outcome. */
    sent,
    /** Sent, but without a response. */
    unanswered: pending !== null && wasSent,
    dismiss: () => setOutcome(null),
    /** Discards the pending submission. */
    drop,
    apply(settings: Settings, expectedRevision: number | null) {
      void submit(
        pending && isRetry(pending, settings, { seen: expectedRevision, newest: stored?.settings_rev })
          ? pending
          : { system, settings, key: newIdempotencyKey(), pressedAt: Date.now(), expectedRevision },
      )
    },
    tryAgain() {
      if (pending) void submit(pending)
    },
  }
}

/**
 * Stores the pending submission. An ended session has removed the entry, so it is stored again when the session continues.
 */
function useStoreUnanswered(system: string, unanswered: Submission | null): void {
  const signedIn = useSession(isSignedIn)
  useEffect(() => {
    if (system && signedIn) storeUnanswered(browserStorage(), system, unanswered)
  }, [system, unanswered, signedIn])
}
