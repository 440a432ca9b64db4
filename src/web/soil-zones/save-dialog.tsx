/** Name and soil of a zone, before it is saved. */
import { useState } from 'react'
import { problems } from '../../contract/errors.ts'
import { SOIL_ZONE_NAME_MAX } from '../../contract/limits.ts'
import { CallError, sentenceOf } from '../kit/call-error.ts'
import { SoilFields } from '../shared/soil/soil-fields.tsx'
import { soilOfTyped, typedSoil } from '../shared/soil/soil-limits.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './save-dialog.module.css'
import type { SoilZonesState } from './use-soil-zones.ts'

const NO_SOIL = { texture: null, field_capacity: null, wilting_point: null }

export function SaveDialog({ state }: { state: SoilZonesState }) {
  const { held, field, save, saveAs, setDialog } = state
  const [name, setName] = useState(held?.name ?? '')
  const [typed, setTyped] = useState(() => typedSoil(held ?? NO_SOIL))
  const [confirmed, setConfirmed] = useState(held?.confirmed ?? true)
  const [asked, setAsked] = useState(false)
  const soil = soilOfTyped(typed)
  const given = soil !== null && (soil.texture !== null || bothLimits(soil))
  const named = name.trim() !== '' && name.trim().length <= SOIL_ZONE_NAME_MAX
  const ofName = save.error instanceof CallError && save.error.field === 'name' ? save.error.message : null
  const submit = () => {
    setAsked(true)
    if (!save.isPending && named && given) saveAs({ name, ...soil, confirmed })
  }
  return (
    <FormDialog
      title={held ? 'Update & Save' : 'Save Soil Zone'}
      submit={held ? 'Update' : 'Save'}
      busy={save.isPending ? 'Saving…' : false}
      formClass={css.form}
      onSubmit={submit}
      onCancel={() => setDialog(null)}
      intro={<p>A texture, or field capacity and wilting point in per cent of the volume.</p>}
      fields={
        <>
          <TextField
            label="Name of the zone"
            value={name}
            autoComplete="off"
            data-autofocus
            error={ofName ?? (asked && !named ? problems.soil_zone_name_invalid.message : null)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SoilFields
            typed={typed}
            placeholder="By its limits alone"
            error={asked && soil !== null && !given ? problems.soil_zone_soil_needed.message : null}
            onChange={setTyped}
          />
          <Checkbox
            label="I have checked these figures"
            hint="Otherwise the zone is used and shown as guessed."
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        </>
      }
    >
      {asked && soil === null ? <Notice tone="fault">{problems.soil_limits_invalid.message}</Notice> : null}
      {save.error && !ofName ? <Notice tone="fault">{sentenceOf(save.error)}</Notice> : null}
      <p className={css.soft}>
        Maps, graphs and prescriptions of {field.name} count with it where no probe has limits of its own.
      </p>
    </FormDialog>
  )
}

function bothLimits(soil: { field_capacity: number | null; wilting_point: number | null }): boolean {
  return soil.field_capacity !== null && soil.wilting_point !== null
}
