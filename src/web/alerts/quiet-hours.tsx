/** Quiet hours in which this user gets no alerts. */
import { useState } from 'react'
import type { AlertTimes } from '../../contract/alerts/alert-choices.ts'
import { useQuietHours, useSaveQuietHours } from '../api/alert-preferences.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Notice } from '../ui/notice.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './alerts.module.css'
import { text } from './alerts.text.ts'

export function QuietHours() {
  const { data } = useQuietHours()
  if (!data) return null
  return (
    <section aria-labelledby="quiet-hours" className={css.section}>
      <div>
        <h2 id="quiet-hours">{text.quietHours}</h2>
        <p className={css.time}>{text.quietHoursHint}</p>
      </div>
      <QuietForm stored={data} />
    </section>
  )
}

const DEFAULT_HOURS = { from: '22:00', until: '06:00' }

function formOf({ quiet, urgent_anyway: urgent }: AlertTimes) {
  return { on: quiet !== null, hours: quiet ?? DEFAULT_HOURS, urgent }
}

/** Whether both would be saved alike; hours that are off are not. */
function isSame(a: ReturnType<typeof formOf>, b: ReturnType<typeof formOf>): boolean {
  const sent = ({ on, hours, urgent }: typeof a) => JSON.stringify([on ? hours : null, urgent])
  return sent(a) === sent(b)
}

function QuietForm({ stored }: { stored: AlertTimes }) {
  const saveHours = useSaveQuietHours()
  const [basis, setBasis] = useState(stored)
  const [form, setForm] = useState(formOf(stored))
  const { on, hours, urgent } = form
  // set on another device: an old page must not put back what it began with
  if (stored !== basis) {
    setBasis(stored)
    if (isSame(form, formOf(basis))) setForm(formOf(stored))
  }
  const change = (changed: Partial<typeof form>) => setForm({ ...form, ...changed })
  const save = () =>
    saveHours.mutate({
      quiet: on ? hours : null,
      urgent_anyway: urgent,
      // the hours are in the time zone of the browser that sets them
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  return (
    <form
      className={css.quiet}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Switch label={text.quietHoursOn} checked={on} onChange={(on) => change({ on })} />
      {on ? (
        <>
          <div className={css.hours}>
            <TextField
              label={text.from}
              type="time"
              required
              value={hours.from}
              onChange={({ currentTarget }) => change({ hours: { ...hours, from: currentTarget.value } })}
            />
            <TextField
              label={text.until}
              type="time"
              required
              value={hours.until}
              onChange={({ currentTarget }) => change({ hours: { ...hours, until: currentTarget.value } })}
            />
          </div>
          <Checkbox
            label={text.urgentAnyway}
            checked={urgent}
            onChange={({ currentTarget }) => change({ urgent: currentTarget.checked })}
          />
        </>
      ) : null}
      {saveHours.isError ? <Notice tone="attention">{text.notSaved}</Notice> : null}
      {saveHours.isSuccess ? <Notice tone="done">{text.quietHoursSaved}</Notice> : null}
      <Button type="submit" busy={saveHours.isPending ? text.saving : false}>
        {text.save}
      </Button>
    </form>
  )
}
