/** Sets how much water the soil around one probe can hold. */
import { useState } from 'react'
import { useChangeSoil } from '../api/probes.ts'
import { problemMessage, errorMessage } from '../kit/call-error.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SoilFields } from '../shared/soil/soil-fields.tsx'
import { soilOfTyped, textureText, typedSoil } from '../shared/soil/soil-limits.ts'
import type { TypedSoil } from '../shared/soil/soil-limits.ts'
import css from './soil-dialog.module.css'
import type { StoredProbe } from './probe-soil.ts'
import { text } from './probe.text.ts'

export function SoilDialog({ stored, onClose }: { stored: StoredProbe; onClose: () => void }) {
  const { system, probe } = stored
  const change = useChangeSoil(system.name)
  const [typed, setTyped] = useState<TypedSoil>(() => typedSoil(probe.own_soil))
  const [submitted, setSubmitted] = useState(false)
  const patch = soilOfTyped(typed)
  const submit = () => {
    setSubmitted(true)
    if (patch && !change.isPending) change.mutate({ number: probe.number, patch }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text.soilAround(probe.number)}
      intro={<p>{text.soilHint(system.name)}</p>}
      submit={text.saveSoil}
      busy={change.isPending ? text.saving : false}
      formClass={css.form}
      onSubmit={submit}
      onCancel={onClose}
      fields={
        <SoilFields
          typed={typed}
          placeholder={text.asSystem(system.name, textureText(system.texture).toLowerCase())}
          onChange={setTyped}
        />
      }
    >
      {submitted && !patch ? <Notice tone="fault">{problemMessage('soil_limits_invalid')}</Notice> : null}
      {change.isError ? <Notice tone="fault">{errorMessage(change.error)}</Notice> : null}
    </FormDialog>
  )
}
