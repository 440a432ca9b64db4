/** The conflict dialog: two people changed the same system; both versions, and the choice between them. */
import type { Settings } from '#contract/systems.ts'
import { ago } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DifferenceTable } from '../settings/difference-table.tsx'
import { changesOf, inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import { text } from './changes.text.ts'

export interface ConflictDialogProps {
  outcome: Outcome | null
  /** The settings that this user sent. */
  submitted: Settings | null
  unit: DepthUnit
  now: number
  timeZone: string | undefined
  onKeepTheirs: () => void
  onSendMine: (settings: Settings, expectedRevision: number) => void
  onClose: () => void
}

export function ConflictDialog(props: ConflictDialogProps) {
  const { outcome, submitted, unit, now, timeZone, onKeepTheirs, onSendMine, onClose } = props
  if (outcome?.kind !== 'conflict' || !submitted) return null
  const { current, message } = outcome
  const who = current.who ?? text.somebodyElse
  return (
    <Dialog
      open
      title={text.submissionError}
      onClose={onClose}
      closeLabel={text.backToForm}
      actions={
        <>
          <Button onClick={onKeepTheirs}>{text.keepTheirs}</Button>
          <Button variant="primary" onClick={() => onSendMine(submitted, current.settings_rev)}>
            {text.sendMine}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p>
        <strong>{who}</strong>{' '}
        {text.changedMeanwhile(
          current.when ? ` ${ago(current.when, now, timeZone)}` : '',
          current.settings ? `: ${inOneLine(current.settings, unit)}.` : '.',
        )}
      </p>
      <DifferenceTable
        caption={text.whatDiffers}
        from={text.theirs}
        to={text.yours}
        changes={changesOf(current.settings, submitted, unit)}
      />
    </Dialog>
  )
}
