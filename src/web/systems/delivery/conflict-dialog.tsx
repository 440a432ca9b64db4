/** Two people changed the same system: what the other one stored beside one's own, and the choice between them. */
import type { Settings } from '#contract/systems.ts'
import { ago } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DifferenceTable } from '../settings/difference-table.tsx'
import { changesOf, inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import { text } from './changes.text.ts'

export interface OvertakenDialogProps {
  outcome: Outcome | null
  /** The settings that this user sent. */
  mine: Settings | null
  unit: DepthUnit
  now: number
  timeZone: string | undefined
  onTheirs: () => void
  onMine: (settings: Settings, expectedRevision: number) => void
  onClose: () => void
}

export function OvertakenDialog(props: OvertakenDialogProps) {
  const { outcome, mine, unit, now, timeZone, onTheirs, onMine, onClose } = props
  if (outcome?.kind !== 'overtaken' || !mine) return null
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
          <Button onClick={onTheirs}>{text.keepTheirs}</Button>
          <Button variant="primary" onClick={() => onMine(mine, current.settings_rev)}>
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
        changes={changesOf(current.settings, mine, unit)}
      />
    </Dialog>
  )
}
