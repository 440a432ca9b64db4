/** 'Settings Confirmed!': what was accepted, and how far it has come on its way to the machine, live. */
import type { Settings, SystemView } from '../../contract/systems.ts'
import { quantity } from '../kit/formats.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DeliveryLadder } from './delivery-ladder.tsx'
import type { Delivery } from './delivery-words.ts'
import { deliveryOf } from './last-change.tsx'
import css from './settings-confirmed-dialog.module.css'
import type { Outcome } from './use-submission.ts'

export interface SettingsConfirmedDialogProps {
  outcome: Outcome | null
  system: SystemView | undefined
  now: number
  onClose: () => void
}

export function SettingsConfirmedDialog({ outcome, system, now, onClose }: SettingsConfirmedDialogProps) {
  if (outcome?.kind !== 'confirmed') return null
  return (
    <Dialog
      open
      title="Settings Confirmed!"
      onClose={onClose}
      closeLabel="Close this message"
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DeliveryLadder
        delivery={deliveryAt(system, outcome.settingsRev)}
        now={now}
        timeZone={system?.time_zone}
      />
      <Summary settings={outcome.settings} />
    </Dialog>
  )
}

/** The ladder of exactly the settings that were sent, whatever came after them. */
function deliveryAt(system: SystemView | undefined, settingsRev: number): Delivery {
  const known = system?.desired?.settings_rev ?? 0
  const newest = system && known === settingsRev ? deliveryOf(system) : null
  if (newest) return newest
  const link = { online: system?.online ?? true, lastSeen: system?.last_seen ?? null }
  return { state: known > settingsRev ? 'superseded' : 'saved', times: null, code: null, ...link }
}

const onOff = (on: boolean) => (on ? 'ON' : 'OFF')

function summaryOf(settings: Settings): [term: string, value: string][] {
  const always: [string, string][] = [
    ['System', onOff(settings.is_system_on)],
    ['Application Rate', quantity(settings.application_rate, 'inches')],
  ]
  if (!settings.is_system_on) return always
  const towers = Object.entries(settings.towers).flatMap(([tower, on]) => (on ? [tower] : []))
  return [
    ...always,
    ['Root Depth', quantity(settings.root_depth ?? 0, 'inches')],
    ['Target Moisture', quantity(settings.target_moisture ?? 0, '%')],
    ['Test Pattern', onOff(settings.is_test_pattern_on)],
    ['Towers', towers.join(', ') || 'None'],
    ['Speed Control', onOff(settings.is_speed_switch_on)],
  ]
}

function Summary({ settings }: { settings: Settings }) {
  return (
    <dl className={css.summary}>
      {summaryOf(settings).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
