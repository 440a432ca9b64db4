/** The settings of one system: the switch, three numbers, test pattern, speed control, and Apply. */
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { SystemView } from '../../../contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import { FieldSwitches } from './field-switches.tsx'
import { OffRateDialog } from './off-rate-dialog.tsx'
import css from './settings-form.module.css'
import { SettingsNumbers } from './settings-numbers.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import { offSettings, checkedSettings } from './settings-values.ts'
import { lockSentence } from '../status/system-warnings.text.ts'
import { UnitChoice } from './unit-choice.tsx'
import { Unsent } from './unsent.tsx'
import type { SettingsFormState } from './use-settings-form.ts'
import type { SubmissionState } from './use-submission.ts'

export interface SettingsFormProps {
  /** Name of the chosen system; empty when none is. */
  name: string
  system: SystemView | undefined
  settings: SettingsFormState
  submission: SubmissionState
  onMissingSystem: () => void
}

export function SettingsForm({ name, system, settings, submission, onMissingSystem }: SettingsFormProps) {
  const { unit } = useUnit()
  const [offRate, setOffRate] = useState('')
  const [asksRate, setAsksRate] = useState(false)
  const { form, values } = settings
  const looksOnly = system?.role === 'viewer'
  const locked = system ? lockSentence(system) : null

  const applyOn = form.handleSubmit((typed) => {
    const { settings: checked } = checkedSettings(name, typed)
    if (checked) submission.apply(checked, settings.seenRev)
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
        <UnitChoice />
        <SettingsNumbers
          form={form}
          values={values}
          system={system}
          unit={unit}
          disabled={looksOnly || !values.isSystemOn}
        />
        <FieldSwitches settings={settings} system={system} disabled={looksOnly || !values.isSystemOn} />
        {name ? null : <Notice>Choose a system, and its settings show here.</Notice>}
        {name && !values.isSystemOn ? <OffNotice /> : null}
        {locked ? <Notice tone={looksOnly ? 'plain' : 'attention'}>{locked}</Notice> : null}
        {system && values.isSystemOn && !looksOnly ? (
          <SettingsPreview system={system} settings={settings} />
        ) : null}
        {looksOnly ? null : <ApplyBar name={name} settings={settings} submission={submission} />}
      </form>
      <OffRateDialog
        open={asksRate}
        name={name}
        unit={unit}
        rate={offRate}
        onRate={setOffRate}
        onCancel={() => setAsksRate(false)}
        onConfirm={(rate) => {
          setAsksRate(false)
          submission.apply(offSettings(rate), settings.seenRev)
        }}
      />
    </>
  )
}

function ApplyBar({
  name,
  settings,
  submission,
}: Pick<SettingsFormProps, 'name' | 'settings' | 'submission'>) {
  const { unanswered, sending } = submission
  return (
    <div className={css.apply}>
      {name && (settings.unsent || (unanswered && !sending)) ? (
        <Unsent
          overtaken={settings.overtaken}
          unknown={unanswered && !sending}
          onAgain={submission.tryAgain}
          onDiscard={() => {
            if (unanswered) submission.drop()
            settings.takeServers()
          }}
        />
      ) : null}
      <Button type="submit" variant="primary" wide busy={sending && 'Sending…'}>
        Apply Settings
      </Button>
    </div>
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

function OffNotice() {
  return (
    <Notice>
      OFF: the whole field gets 100 % of the rate that you give when you apply; the machine goes on as it is.
      Turn the system ON to set root depth, target moisture, test pattern and speed control.
    </Notice>
  )
}
