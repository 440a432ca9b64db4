/** The settings of one system: the switch, three numbers, test pattern, speed control, and Apply. */
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { SystemView } from '#contract/systems.ts'
import { useChooseUnit, useUnit } from '../../api/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SegmentedChoice } from '../../ui/segmented-choice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import { FieldSwitches } from './field-switches.tsx'
import { OffRateDialog } from './off-rate-dialog.tsx'
import css from './settings-form.module.css'
import { SettingsNumbers } from './settings-numbers.tsx'
import { checkedSettings, offSettings } from './settings-values.ts'
import { lockSentence } from '../status/system-warnings.text.ts'
import { SETTINGS_END_FINISHING, unitWords, text } from './settings.text.ts'
import type { DepthUnit } from './settings.text.ts'
import type { SettingsFormState } from './use-settings-form.ts'
import type { SubmissionState } from './use-submission.ts'
import { TriangleAlert } from 'lucide-react'
import { errorMessage, problemMessage } from '../../kit/call-error.ts'

export interface SettingsFormProps {
  /** Name of the chosen system. */
  name: string
  system: SystemView | undefined
  settings: SettingsFormState
  submission: SubmissionState
  /** The preview of the typed settings, if there can be one. */
  preview: ReactNode
}

export function SettingsForm({ name, system, settings, submission, preview }: SettingsFormProps) {
  const { unit } = useUnit()
  const [offRate, setOffRate] = useState('')
  // with the revision of its opening: settings of somebody else that arrive meanwhile must not be overwritten unseen
  const [rateDialog, setRateDialog] = useState<{ expectedRevision: number | null } | null>(null)
  const { form, values } = settings
  const readOnly = system?.role === 'viewer'
  const locked = system ? lockSentence(system) : null

  const applyOn = form.handleSubmit((typed) => {
    const { settings: checked } = checkedSettings(name, typed)
    if (checked) submission.apply(checked, settings.expectedRevision)
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (values.isSystemOn) void applyOn()
    else setRateDialog({ expectedRevision: settings.expectedRevision })
  }
  return (
    <>
      <form className={css.form} noValidate onSubmit={apply} aria-label={text.settings}>
        <Switch
          label={text.system}
          checked={values.isSystemOn}
          onChange={settings.turn}
          disabled={readOnly}
          aside={<SwitchTip />}
        />
        <SettingsNumbers
          form={form}
          values={values}
          system={system}
          unit={unit}
          disabled={readOnly || !values.isSystemOn}
        />
        <UnitChoice />
        <FieldSwitches settings={settings} system={system} disabled={readOnly || !values.isSystemOn} />
        {values.isSystemOn ? null : <OffNotice />}
        {system?.desired?.finish_arc && !readOnly ? (
          <Notice tone="attention">{SETTINGS_END_FINISHING}</Notice>
        ) : null}
        {locked ? <Notice tone={readOnly ? 'plain' : 'attention'}>{locked}</Notice> : null}
        {system && values.isSystemOn && !readOnly ? preview : null}
        {readOnly ? null : <ApplyBar settings={settings} submission={submission} />}
      </form>
      <OffRateDialog
        open={rateDialog !== null}
        name={name}
        unit={unit}
        rate={offRate}
        onRate={setOffRate}
        onCancel={() => setRateDialog(null)}
        onConfirm={(rate) => {
          setRateDialog(null)
          submission.apply(offSettings(rate), rateDialog?.expectedRevision ?? null)
        }}
      />
    </>
  )
}

function ApplyBar({ settings, submission }: Pick<SettingsFormProps, 'settings' | 'submission'>) {
  const { unanswered, sending } = submission
  return (
    <div className={css.apply}>
      {settings.unsent || (unanswered && !sending) ? (
        <UnsentNotice
          conflict={settings.conflict}
          unknown={unanswered && !sending}
          onRetry={submission.tryAgain}
          onDiscard={() => {
            if (unanswered) submission.drop()
            settings.adoptServerValues()
          }}
        />
      ) : null}
      <Button type="submit" variant="primary" wide busy={sending && text.sending}>
        {text.applySettings}
      </Button>
    </div>
  )
}

function SwitchTip() {
  return <Toggletip label={text.aboutOnAndOff}>{text.aboutOffText}</Toggletip>
}

function OffNotice() {
  return <Notice>{text.offNow}</Notice>
}

interface UnsentNoticeProps {
  /** Somebody else's newer settings have been stored. */
  conflict: boolean
  /** Sent, but without a response. */
  unknown: boolean
  onRetry: () => void
  onDiscard: () => void
}

function unsentText({ conflict, unknown }: Pick<UnsentNoticeProps, 'conflict' | 'unknown'>): string {
  if (unknown) return text.sentUnknown
  return conflict ? text.notSentBecause(problemMessage('settings_changed_meanwhile')) : text.notSent
}

/** Says that the form has unsent changes, with the options. */
function UnsentNotice({ onRetry, onDiscard, ...state }: UnsentNoticeProps) {
  return (
    <div className={css.unsent}>
      <output className={css.words}>
        <TriangleAlert size={16} aria-hidden="true" />
        <span>{unsentText(state)}</span>
      </output>
      <div className={css.ways}>
        {state.unknown ? <Button onClick={onRetry}>{text.tryAgain}</Button> : null}
        <Button variant="quiet" onClick={onDiscard}>
          {text.discardChanges}
        </Button>
      </div>
    </div>
  )
}

const UNITS = (['in', 'mm'] as const).map((value) => ({ value, label: unitWords[value] }))

/** Inches or millimetres: the account's unit of depths. */
function UnitChoice() {
  const { unit } = useUnit()
  const choose = useChooseUnit()
  // The choice changes at once; the numbers follow when the cache is updated.
  const [pressed, setPressed] = useState<DepthUnit | null>(null)
  const press = (nextUnit: DepthUnit) => {
    setPressed(nextUnit)
    choose.mutate(nextUnit, { onSettled: () => setPressed(null) })
  }
  return (
    <>
      <SegmentedChoice
        label={text.depthsIn}
        inlineLabel
        value={pressed ?? unit}
        options={UNITS}
        onChange={press}
      />
      {choose.isError ? (
        <Notice tone="attention">{text.unitNotSaved(errorMessage(choose.error))}</Notice>
      ) : null}
    </>
  )
}
