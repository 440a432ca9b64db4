/** One press of Apply and what came of it: taken, refused, or not known; a repeat of the same is the same submission. */
import { useState } from 'react'
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
  const [unanswered, setUnanswered] = useState<Submission | null>(null)

  async function submit(submission: Submission): Promise<void> {
    try {
      const { settings_rev: settingsRev } = await mutateAsync(submission)
      setUnanswered(null)
      setOutcome({ kind: 'confirmed', settings: submission.settings, settingsRev })
    } catch (error) {
      const came = outcomeOf(error)
      setUnanswered(came?.kind === 'unknown' ? submission : null)
      setOutcome(came)
    }
  }

  return {
    sending,
    outcome,
    /** The last one was sent and nobody answered. */
    unanswered: unanswered !== null,
    forget: () => setOutcome(null),
    apply(system: string, settings: Settings, seenRev: number | null) {
      const again = unanswered && JSON.stringify(unanswered.settings) === JSON.stringify(settings)
      if (!sending) void submit(again ? unanswered : { system, settings, key: newKey(), seenRev })
    },
    tryAgain() {
      if (unanswered && !sending) void submit(unanswered)
    },
  }
}
