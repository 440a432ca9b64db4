/** 'Settings Confirmed!': the accepted settings and their delivery to the machine, live. */
import type { Settings, SystemView } from '#contract/systems.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DeliverySteps } from '../../shared/delivery/delivery-steps.tsx'
import { deliveryAt } from './last-change.tsx'
import css from './settings-confirmed-dialog.module.css'
import { linesOf } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import { text } from './changes.text.ts'

export interface SettingsConfirmedDialogProps {
  outcome: Outcome | null
  system: SystemView | undefined
  unit: DepthUnit
  now: number
  onClose: () => void
}

export function SettingsConfirmedDialog(props: SettingsConfirmedDialogProps) {
  const { outcome, system, unit, now, onClose } = props
  if (outcome?.kind !== 'confirmed') return null
  return (
    <Dialog
      open
      title={text.settingsConfirmed}
      onClose={onClose}
      closeLabel={text.closeMessage}
      actions={
        <Button variant="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <DeliverySteps
        delivery={deliveryAt(system, outcome.settingsRev)}
        now={now}
        timeZone={system?.time_zone}
      />
      <Summary settings={outcome.settings} unit={unit} />
    </Dialog>
  )
}

function Summary({ settings, unit }: { settings: Settings; unit: DepthUnit }) {
  return (
    <dl className={css.summary}>
      {linesOf(settings, unit).map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
