/** Asks for the name and soil of a zone before saving it. */
import { useState } from 'react'
import { SOIL_ZONE_NAME_MAX } from '../../contract/limits.ts'
import { changedZone } from '../api/soil-zones.ts'
import { CallError, problemMessage, errorMessage } from '../kit/call-error.ts'
import { SoilFields } from '../shared/soil/soil-fields.tsx'
import { soilOfTyped, typedSoil } from '../shared/soil/soil-limits.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './save-dialog.module.css'
import type { SoilZonesState } from './use-soil-zones.ts'
import { text, zoneSoilText } from './soil-zone.text.ts'

const NO_SOIL = { texture: null, field_capacity: null, wilting_point: null }

export function SaveDialog({ state }: { state: SoilZonesState }) {
  const { stored, drawing, field, save, saveAs, setDialog } = state
  // as it is now: the draft may have been opened, or restored, long ago
  const [seen] = useState(stored)
  const [name, setName] = useState(stored?.name ?? '')
  const [typed, setTyped] = useState(() => typedSoil(stored ?? NO_SOIL))
  const [confirmed, setConfirmed] = useState(stored?.confirmed ?? true)
  const [submitted, setSubmitted] = useState(false)
  const soil = soilOfTyped(typed)
  const hasSoil = soil !== null && (soil.texture !== null || bothLimits(soil))
  const validName = name.trim() !== '' && name.trim().length <= SOIL_ZONE_NAME_MAX
  const ofName = save.error instanceof CallError && save.error.field === 'name' ? save.error.message : null
  const changed = changedZone(save.error)
  const submit = () => {
    setSubmitted(true)
    if (!save.isPending && validName && hasSoil) void saveAs({ name, ...soil, confirmed }, seen)
  }
  return (
    <FormDialog
      title={stored ? text.updateSave : text.saveSoilZone}
      submit={stored ? text.update : text.save}
      busy={save.isPending ? text.saving : false}
      formClass={css.form}
      onSubmit={submit}
      onCancel={() => setDialog(null)}
      intro={<p>{text.soilHint}</p>}
      fields={
        <>
          <TextField
            label={text.nameLabel}
            value={name}
            autoComplete="off"
            data-autofocus
            error={ofName ?? (submitted && !validName ? problemMessage('soil_zone_name_invalid') : null)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SoilFields
            typed={typed}
            placeholder={text.limitsOnly}
            error={submitted && soil !== null && !hasSoil ? problemMessage('soil_zone_soil_needed') : null}
            onChange={setTyped}
          />
          <Checkbox
            label={text.figuresChecked}
            hint={text.otherwiseZoneGuessed}
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        </>
      }
    >
      {submitted && soil === null ? (
        <Notice tone="fault">{problemMessage('soil_limits_invalid')}</Notice>
      ) : null}
      {changed ? (
        <Notice tone="attention" answers>
          {text.changedMeanwhile(changed.name, zoneSoilText(changed))}{' '}
          {`${changed.confirmed ? text.confirmed : text.guessed}. `}
          {JSON.stringify(changed.polygons) === JSON.stringify(drawing.zone?.polygons)
            ? ''
            : `${text.outlineChanged} `}
          {text.saveAgainToReplace}
        </Notice>
      ) : null}
      {save.error && !changed && !ofName ? <Notice tone="fault">{errorMessage(save.error)}</Notice> : null}
      <p className={css.soft}>{text.whereItCounts(field.name)}</p>
    </FormDialog>
  )
}

function bothLimits(soil: { field_capacity: number | null; wilting_point: number | null }): boolean {
  return soil.field_capacity !== null && soil.wilting_point !== null
}
