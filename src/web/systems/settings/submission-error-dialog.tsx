/** 'Submission Error': settings refused, not sent because offline, or unanswered; the last two are sent again every 5 s. */
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SUBMISSION_FAILED } from './use-submission.ts'
import type { Outcome } from './use-submission.ts'

const AGAIN_AFTER_MS = 5000

export interface SubmissionErrorDialogProps {
  outcome: Outcome | null
  sending: boolean
  onAgain: () => void
  onClose: () => void
}

export function SubmissionErrorDialog({ outcome, sending, onAgain, onClose }: SubmissionErrorDialogProps) {
  const waits = outcome?.kind === 'unknown' || outcome?.kind === 'not-sent'
  useRepeat(waits && !sending, onAgain)
  return (
    <Dialog
      open={waits || outcome?.kind === 'refused'}
      title="Submission Error"
      onClose={onClose}
      closeLabel="Close this message"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {waits ? (
            <Button variant="primary" onClick={onAgain} busy={sending && 'Trying…'}>
              Try again
            </Button>
          ) : null}
        </>
      }
    >
      <Why outcome={outcome} />
      <p>What you typed is kept.</p>
    </Dialog>
  )
}

function Why({ outcome }: { outcome: Outcome | null }) {
  if (outcome?.kind === 'refused') return <p>{outcome.message}</p>
  if (outcome?.kind === 'not-sent') return <NotSent />
  return <Unknown answered={outcome?.kind === 'unknown' && outcome.answered} />
}

function NotSent() {
  return (
    <>
      <p>
        <strong>Not sent</strong>
      </p>
      <p>No connection. It will send when you have signal. Keep this page open.</p>
    </>
  )
}

function Unknown({ answered }: { answered: boolean }) {
  return (
    <>
      {answered ? <p>{SUBMISSION_FAILED}</p> : null}
      <p>
        <strong>{answered ? 'Not known whether it was stored' : 'Not known whether it was sent'}</strong>
      </p>
      <p>
        {answered ? 'The server failed while it worked on it.' : 'The server did not answer.'} It is asked
        again by itself while this is open; your settings are never applied twice.
      </p>
    </>
  )
}

function useRepeat(active: boolean, act: () => void): void {
  const again = useEffectEvent(act)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => again(), AGAIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [active])
}
