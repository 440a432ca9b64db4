/** The settings of one system: the switch, three numbers, and Apply. */
import type { FormEvent } from 'react'
import { useState } from 'react'
import { problems } from '../../contract/errors.ts'
import type { SystemView } from '../../contract/systems.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Switch } from '../ui/switch.tsx'
import { Toggletip } from '../ui/toggletip.tsx'
import { OffRateDialog } from './off-rate-dialog.tsx'
import { SettingsConfirmedDialog } from './settings-confirmed-dialog.tsx'
import css from './settings-form.module.css'
import { SettingsNumbers } from './settings-numbers.tsx'
import { offSettings, checkedSettings } from './settings-values.ts'
import { SubmissionErrorDialog } from './submission-error-dialog.tsx'
import { Unsent } from './unsent.tsx'
import { useSettingsForm } from './use-settings-form.ts'
import { useSubmission } from './use-submission.ts'

export interface SettingsFormProps {
  /** Name of the chosen system; empty when none is. */
  name: string
  system: SystemView | undefined
  now: number
  onMissingSystem: () => void
}

export function SettingsForm({ name, system, now, onMissingSystem }: SettingsFormProps) {
  const settings = useSettingsForm(name, system)
  const submission = useSubmission()
  const [asksRate, setAsksRate] = useState(false)
  const { form, values } = settings
  const looksOnly = system?.role === 'viewer'

  const applyOn = form.handleSubmit((typed) => {
    const { settings: checked } = checkedSettings(name, typed)
    if (checked) submission.apply(name, checked, settings.serverRev)
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!name) onMissingSystem()
    else if (values.isSystemOn) void applyOn()
    else setAsksRate(true)
  }
  return (
    <>
      <form className={css.form} noValidate onSubmit={apply} aria-label="Settings">
        <Switch
          label="System"
          checked={values.isSystemOn}
          onChange={settings.turn}
          disabled={looksOnly}
          aside={<SwitchTip />}
        />
        <SettingsNumbers form={form} on={values.isSystemOn} disabled={looksOnly} />
        {name ? (
          <UniformNotice on={values.isSystemOn} />
        ) : (
          <Notice>Choose a system, and its settings show here.</Notice>
        )}
        {looksOnly ? (
          <Notice>{problems.role_may_not_change.message}</Notice>
        ) : (
          <div className={css.apply}>
            {name && settings.unsent ? (
              <Unsent
                overtaken={settings.overtaken}
                unknown={submission.unanswered}
                onDiscard={settings.takeServers}
              />
            ) : null}
            <Button type="submit" variant="primary" wide busy={submission.sending && 'Sending…'}>
              Apply Settings
            </Button>
          </div>
        )}
      </form>
      <OffRateDialog
        open={asksRate}
        name={name}
        onCancel={() => setAsksRate(false)}
        onConfirm={(rate) => {
          setAsksRate(false)
          submission.apply(name, offSettings(rate), settings.serverRev)
        }}
      />
      <SettingsConfirmedDialog
        outcome={submission.outcome}
        system={system}
        now={now}
        onClose={submission.forget}
      />
      <SubmissionErrorDialog
        outcome={submission.outcome}
        sending={submission.sending}
        onAgain={submission.tryAgain}
        onClose={submission.forget}
      />
    </>
  )
}

function SwitchTip() {
  return (
    <Toggletip label="About ON and OFF">
      When OFF, prescriptions are set to 100%: every part of the field gets the full application rate, and
      geofences are suspended. OFF does not stop the machine.
    </Toggletip>
  )
}

function UniformNotice({ on }: { on: boolean }) {
  return (
    <Notice>
      {on
        ? 'For now the whole field gets 100 % of your rate. Root depth and target moisture are kept, and count as soon as prescriptions are available for this system.'
        : 'OFF: the whole field gets 100 % of the rate that you give when you apply; the machine goes on as it is. Turn the system ON to set root depth and target moisture.'}
    </Notice>
  )
}
