/** A pass that stopped short: the dry part, and the offer to finish it. */
import { useState } from 'react'
import type { PassList } from '#contract/passes.ts'
import type { SystemView } from '#contract/systems.ts'
import { useFinishPass, useFinishPreview, usePasses } from '../../api/passes.ts'
import { useUnit } from '../../api/preferences.ts'
import { newIdempotencyKey } from '../../api/systems.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { PrescriptionPicture } from '../../shared/prescription/prescription-picture.tsx'
import { PumpWarning } from '../../shared/pump/pump-warning.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lockSentence } from '../status/system-warnings.text.ts'
import { finishingWords, finishSentences, offerWords } from './pass-sentences.text.ts'
import { text } from './passes.text.ts'

export function FinishPass({ system }: { system: SystemView }) {
  const passes = usePasses(system.name, system.telemetry?.moving ?? false)
  const newest = passes.data?.pages[0]
  const mayChange = lockSentence(system) === null
  if (newest?.finishing)
    return <Finishing system={system} finishing={newest.finishing} mayChange={mayChange} />
  if (newest?.finish) return <Offer system={system} finish={newest.finish} mayChange={mayChange} />
  return null
}

interface OfferProps {
  system: SystemView
  finish: NonNullable<PassList['finish']>
  mayChange: boolean
}

function Offer({ system, finish, mayChange }: OfferProps) {
  const [open, setOpen] = useState(false)
  const { what, action } = offerWords(finish)
  return (
    <>
      <Notice
        tone="attention"
        action={
          mayChange ? (
            <Button variant="primary" onClick={() => setOpen(true)}>
              {action}
            </Button>
          ) : undefined
        }
      >
        <strong>{what}</strong>
      </Notice>
      {open ? <FinishDialog system={system} title={action} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface FinishDialogProps {
  system: SystemView
  title: string
  onClose: () => void
}

function FinishDialog({ system, title, onClose }: FinishDialogProps) {
  const { unit } = useUnit()
  const [raised, setRaised] = useState(false)
  const preview = useFinishPreview(system.name, raised)
  const finish = useFinishPass()
  // another choice is another request, with its own key
  const [keys] = useState({ asSet: newIdempotencyKey(), raised: newIdempotencyKey() })
  const send = () => {
    if (!preview.data) return
    const { arc, settings_rev: expectedRevision } = preview.data
    const key = raised ? keys.raised : keys.asSet
    finish.mutate({ system: system.name, arc, raised, key, expectedRevision }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      scrolls
      title={title}
      onClose={onClose}
      closeLabel={text.closeWithoutSending}
      actions={
        <>
          <Button onClick={onClose}>{text.notNow}</Button>
          <Button
            variant="primary"
            busy={finish.isPending && text.sending}
            disabled={!preview.data || preview.isPlaceholderData}
            onClick={send}
          >
            {text.sendPivot}
          </Button>
        </>
      }
    >
      {preview.isPending ? <LoadingText>{text.loadingDryPart}</LoadingText> : null}
      {preview.isError ? (
        <Notice tone="fault" onRetry={() => void preview.refetch()} retrying={preview.isFetching}>
          {errorMessage(preview.error)}
        </Notice>
      ) : null}
      {preview.data ? (
        <>
          {finishSentences(preview.data, unit).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <PumpWarning
            preview={preview.data.prescription}
            unit={unit}
            onRaise={() => {
              finish.reset()
              setRaised(true)
            }}
          />
        </>
      ) : null}
      {finish.isError ? <Notice tone="fault">{text.notSent(errorMessage(finish.error))}</Notice> : null}
      {preview.data ? (
        <PrescriptionPicture
          prescription={preview.data.prescription}
          armDeg={system.telemetry?.angle_deg ?? null}
        />
      ) : null}
    </Dialog>
  )
}

interface FinishingProps {
  system: SystemView
  finishing: NonNullable<PassList['finishing']>
  mayChange: boolean
}

function Finishing({ system, finishing, mayChange }: FinishingProps) {
  const end = useFinishPass()
  const [key] = useState(newIdempotencyKey)
  return (
    <>
      <Notice
        tone="plain"
        action={
          mayChange ? (
            <Button
              busy={end.isPending && text.ending}
              onClick={() => end.mutate({ system: system.name, arc: null, key, expectedRevision: null })}
            >
              {text.endNow}
            </Button>
          ) : undefined
        }
      >
        {finishingWords(finishing)}
      </Notice>
      {end.isError ? <Notice tone="fault">{text.notEnded(errorMessage(end.error))}</Notice> : null}
    </>
  )
}
