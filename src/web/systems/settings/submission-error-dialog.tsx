/** 'Submission Error': settings refused, not sent because offline, or unanswered; the last two are sent again every 5 s. */
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SUBMISSION_FAILED } from './use-submission.ts'
import type { Outcome } from './use-submission.ts'
import { say } from './settings.text.ts'

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
      title={say.submissionError}
      onClose={onClose}
      closeLabel={say.closeMessage}
      actions={
        <>
          <Button onClick={onClose}>{say.close}</Button>
          {waits ? (
            <Button variant="primary" onClick={onAgain} busy={sending && say.trying}>
              {say.tryAgain}
            </Button>
          ) : null}
        </>
      }
    >
      <Why outcome={outcome} />
      <p>{say.whatYouTypedKept}</p>
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
        <strong>{say.notSent2}</strong>
      </p>
      <p>{say.noConnectionWillSend}</p>
    </>
  )
}

function Unknown({ answered }: { answered: boolean }) {
  return (
    <>
      {answered ? <p>{SUBMISSION_FAILED}</p> : null}
      <p>
        <strong>{answered ? say.notKnownWhetherStored : say.notKnownWhetherSent}</strong>
      </p>
      <p>{say.askedAgainItselfWhile(answered ? say.serverFailedWhileWorked : say.serverDidNotAnswer)}</p>
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
