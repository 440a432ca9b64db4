/** Applies a rate to several fields: one submission each, with its own key, result and retry. */
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

const AGAIN_AFTER_MS = 5000

export function isWaiting(outcome: FieldOutcome | undefined): boolean {
  return outcome?.kind === 'unknown' || outcome?.kind === 'not-sent'
}

export function useSeveralRates() {
  const { mutateAsync } = useSendSettings()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, FieldOutcome>>(new Map())
  const submissions = useRef(new Map<string, Submission>())
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const busy = useRef(new Set<string>())
  const answered = (name: string, outcome: FieldOutcome) =>
    setOutcomes((before) => new Map(before).set(name, outcome))

  async function submit(submission: Submission): Promise<void> {
    const { system, settings } = submission
    if (busy.current.has(system)) return
    submissions.current.set(system, submission)
    if (!navigator.onLine) {
      answered(system, { kind: 'not-sent' })
      return
    }
    busy.current.add(system)
    answered(system, null)
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
    answered(system, outcome)
  }

  /** Sends to one field; a retry uses the same key. */
  function send({ system: { name: system }, settings, expectedRevision }: FieldRate): void {
    const former = submissions.current.get(system)
    const again = former && sameSettings(former.settings, settings)
    const now = Date.now()
    setPressedAt(now)
    void submit(
      again ? former : { system, settings, key: newIdempotencyKey(), pressedAt: now, expectedRevision },
    )
  }

  const sendWaiting = useEffectEvent(() => {
    for (const [name, outcome] of outcomes) {
      const former = isWaiting(outcome) ? submissions.current.get(name) : undefined
      if (former) void submit(former)
    }
  })
  const waits = [...outcomes.values()].some((outcome) => isWaiting(outcome))
  const retryMode = useRetryLimit(waits ? pressedAt : null)
  useEffect(() => {
    if (!waits || retryMode !== 'automatic') return undefined
    const timer = setInterval(() => sendWaiting(), AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [waits, retryMode])

  return { outcomes, send }
}
