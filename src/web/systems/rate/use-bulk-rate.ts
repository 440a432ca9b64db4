/** Applies a rate to several fields: one request each, with its own key, result and retry. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { newIdempotencyKey, useSendSettings } from '../../api/systems.ts'
import type { Submission } from '../../api/systems.ts'
import { browserStorage } from '../../kit/storage.ts'
import { storeUnanswered } from '../settings/settings-storage.ts'
import { useRetryLimit } from '../settings/use-retry-limit.ts'
import { sameSettings } from '../settings/settings-values.ts'
import { outcomeOf } from '../settings/use-submission.ts'
import type { Outcome } from '../settings/use-submission.ts'
import type { FieldRate } from './rate-settings.ts'

/** Null while pending. */
export type FieldOutcome = Outcome | null

const RETRY_MS = 5000

export function isWaiting(outcome: FieldOutcome | undefined): boolean {
  return outcome?.kind === 'unknown' || outcome?.kind === 'not-sent'
}

export function useBulkRate() {
  const { mutateAsync } = useSendSettings()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, FieldOutcome>>(new Map())
  const submissions = useRef(new Map<string, Submission>())
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const busy = useRef(new Set<string>())
  const setFieldOutcome = (name: string, outcome: FieldOutcome) =>
    setOutcomes((before) => new Map(before).set(name, outcome))

  async function submit(submission: Submission): Promise<void> {
    const { system, settings } = submission
    if (busy.current.has(system)) return
    submissions.current.set(system, submission)
    if (!navigator.onLine) {
      setFieldOutcome(system, { kind: 'not-sent' })
      return
    }
    busy.current.add(system)
    setFieldOutcome(system, null)
    // If this dialog is closed before an answer, the field's page retries with the same key.
    storeUnanswered(browserStorage(), system, submission)
    let outcome: Outcome
    try {
      const { settings_rev: settingsRev } = await mutateAsync(submission)
      outcome = { kind: 'confirmed', settings, settingsRev }
    } catch (error) {
      outcome = outcomeOf(error) ?? { kind: 'unknown', answered: false }
    }
    busy.current.delete(system)
    if (outcome.kind !== 'unknown') {
      submissions.current.delete(system)
      storeUnanswered(browserStorage(), system, null)
    }
    setFieldOutcome(system, outcome)
  }

  /** Sends to one field; a retry uses the same key. */
  function send({ system: { name: system }, settings, expectedRevision }: FieldRate): void {
    const previous = submissions.current.get(system)
    const isRetry = previous && sameSettings(previous.settings, settings)
    const now = Date.now()
    setPressedAt(now)
    void submit(
      isRetry ? previous : { system, settings, key: newIdempotencyKey(), pressedAt: now, expectedRevision },
    )
  }

  const resendPending = useEffectEvent(() => {
    for (const [name, outcome] of outcomes) {
      const previous = isWaiting(outcome) ? submissions.current.get(name) : undefined
      if (previous) void submit(previous)
    }
  })
  const hasPending = [...outcomes.values()].some((outcome) => isWaiting(outcome))
  const retryMode = useRetryLimit(hasPending ? pressedAt : null)
  useEffect(() => {
    if (!hasPending || retryMode !== 'automatic') return undefined
    const timer = setInterval(() => resendPending(), RETRY_MS)
    return () => clearInterval(timer)
  }, [hasPending, retryMode])

  return { outcomes, send }
}
