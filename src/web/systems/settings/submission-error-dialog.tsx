/** 'Submission Error': settings refused, not sent because offline, or unanswered; the last two are retried every 5 s while the page is visible, later on request. */
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SUBMISSION_FAILED } from './use-submission.ts'
import type { Outcome } from './use-submission.ts'
import { useRetryLimit } from './use-retry-limit.ts'
import type { RetryMode } from './use-retry-limit.ts'
import { dayAndTime } from '../../kit/formats.ts'
import { useNow } from '../../kit/use-now.ts'
import { text } from './settings.text.ts'

const RETRY_MS = 5000
const TICK_MS = 60_000

export interface SubmissionErrorDialogProps {
  outcome: Outcome | null
  sending: boolean
  /** When Apply was pressed for the pending submission, milliseconds; null without one. */
  pressedAt: number | null
  onRetry: () => void
  onClose: () => void
}

export function SubmissionErrorDialog(props: SubmissionErrorDialogProps) {
  const { outcome, sending, pressedAt, onRetry, onClose } = props
  const canRetry = outcome?.kind === 'unknown' || outcome?.kind === 'not-sent'
  const retryMode = useRetryLimit(canRetry ? pressedAt : null)
  useRepeat(canRetry && !sending && retryMode === 'automatic', onRetry)
  return (
    <Dialog
      open={canRetry || outcome?.kind === 'refused'}
      title={text.submissionError}
      onClose={onClose}
      closeLabel={text.closeMessage}
      actions={
        <>
          <Button onClick={onClose}>{text.close}</Button>
          {canRetry && retryMode !== 'expired' ? (
            <Button variant="primary" onClick={onRetry} busy={sending && text.trying}>
              {retryMode === 'manual' ? text.sendNow : text.tryAgain}
            </Button>
          ) : null}
        </>
      }
    >
      <FailureText outcome={outcome} />
      {canRetry ? <RetryText retryMode={retryMode} pressedAt={pressedAt ?? 0} /> : null}
      <p>{text.inputKept}</p>
    </Dialog>
  )
}

function FailureText({ outcome }: { outcome: Outcome | null }) {
  if (outcome?.kind === 'refused') return <p>{outcome.message}</p>
  if (outcome?.kind === 'not-sent') return <NotSentText />
  return <UnknownText answered={outcome?.kind === 'unknown' && outcome.answered} />
}

function NotSentText() {
  return (
    <>
      <p>
        <strong>{text.notSent}</strong>
      </p>
      <p>{text.willSend}</p>
    </>
  )
}

/** What happens next. */
function RetryText({ retryMode, pressedAt }: { retryMode: RetryMode; pressedAt: number }) {
  const when = dayAndTime(pressedAt, useNow(TICK_MS))
  if (retryMode === 'expired') return <p>{text.pressedTooLongAgo(when)}</p>
  if (retryMode === 'manual') return <p>{text.pressedSendNow(when)}</p>
  return <p>{text.askedAfterTwoMinutes}</p>
}

function UnknownText({ answered }: { answered: boolean }) {
  return (
    <>
      {answered ? <p>{SUBMISSION_FAILED}</p> : null}
      <p>
        <strong>{answered ? text.storedUnknown : text.sentUnknown}</strong>
      </p>
      <p>{text.keepAsking(answered ? text.serverFailed : text.serverDidNotAnswer)}</p>
    </>
  )
}

function useRepeat(active: boolean, act: () => void): void {
  const repeat = useEffectEvent(act)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => repeat(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [active])
}
