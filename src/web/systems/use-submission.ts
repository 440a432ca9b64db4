/** One press of Apply and what came of it: taken, refused, or not known; a repeat of the same is the same submission. */
import { useRef, useState } from 'react'
import type { Settings } from '../../contract/systems.ts'
import { newKey, useSendSettings } from '../api/systems.ts'
import type { Submission } from '../api/systems.ts'
import { CallError } from '../kit/call-error.ts'

export const SUBMISSION_FAILED = 'An error occurred during submission. Please try again.'

export type Outcome =
  | { kind: 'confirmed'; settings: Settings; settingsRev: number }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown' }

/** What a failure means; null when the session ended, which is told elsewhere and loses nothing. */
export function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof CallError)) return { kind: 'refused', message: SUBMISSION_FAILED }
  if (error.kind === 'session-ended') return null
  // A gateway's bare 502 says as little about what the server did as no answer at all.
  const silent = error.kind !== 'answer' || (error.status >= 500 && !error.spoken)
  if (silent) return { kind: 'unknown' }
  return { kind: 'refused', message: error.spoken ? error.message : SUBMISSION_FAILED }
}

export function useSubmission() {
  const { mutateAsync, isPending: sending } = useSendSettings()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const unanswered = useRef<Submission | null>(null)

  async function submit(submission: Submission): Promise<void> {
    unanswered.current = submission
    try {
      const { settings_rev: settingsRev } = await mutateAsync(submission)
      unanswered.current = null
      setOutcome({ kind: 'confirmed', settings: submission.settings, settingsRev })
    } catch (error) {
      const came = outcomeOf(error)
      if (came?.kind !== 'unknown') unanswered.current = null
      setOutcome(came)
    }
  }

  return {
    sending,
    outcome,
    forget: () => setOutcome(null),
    apply(system: string, settings: Settings, seenRev: number | null) {
      const before = unanswered.current
      const again = before && JSON.stringify(before.settings) === JSON.stringify(settings)
      if (!sending) void submit(again ? before : { system, settings, key: newKey(), seenRev })
    },
    tryAgain() {
      if (unanswered.current && !sending) void submit(unanswered.current)
    },
  }
}
