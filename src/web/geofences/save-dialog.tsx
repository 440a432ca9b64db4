/** Asks for the name and percentage of a geofence before saving it. */
import { useState } from 'react'
import { isPageProblem } from '../../contract/page-problems.ts'
import { forcedPercent, geofenceName } from '../../contract/geofences.ts'
import { changedGeofence } from '../api/geofences.ts'
import { useUnit } from '../api/preferences.ts'
import { useGeofencePreview } from '../api/prescriptions.ts'
import { CallError, problemMessage, errorMessage } from '../kit/call-error.ts'
import { volumeText } from '../shared/prescription/water.text.ts'
import { FormDialog, SavedDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Geofence } from '../../contract/geofences.ts'
import type { Design, Saving } from './use-designer.ts'
import { text } from './designer.text.ts'

const FIELDS = ['name', 'prescription']

/** The error of one field: ours before sending, the server's after. */
function fieldError(error: unknown, field: string): string | null {
  return error instanceof CallError && error.field === field ? error.message : null
}

function validationMessage(result: { success: boolean; error?: { issues: readonly { message: string }[] } }) {
  const code = result.error?.issues[0]?.message ?? ''
  return isPageProblem(code) ? problemMessage(code) : null
}

export interface SaveDialogProps {
  /** Of the system. */
  name: string
  design: Pick<Design, 'draft' | 'check' | 'stored'>
  saving: Pick<Saving, 'save' | 'saveAs' | 'setDialog'>
}

export function SaveDialog({ name: system, design, saving }: SaveDialogProps) {
  const { draft, check, stored } = design
  const { save, saveAs, setDialog } = saving
  // as it is now: the draft may have been opened, or restored, long ago
  const [seen] = useState(stored ?? draft.saved)
  const [name, setName] = useState(seen?.name ?? '')
  const [percent, setPercent] = useState(seen ? String(seen.prescription) : '')
  const [submitted, setSubmitted] = useState(false)
  const parsedName = geofenceName.safeParse(name)
  const forced = forcedPercent.safeParse(percent.trim() === '' ? null : Number(percent))
  const changed = changedGeofence(save.error)
  const general = save.error && !changed && !FIELDS.some((field) => fieldError(save.error, field))
  const submit = () => {
    setSubmitted(true)
    if (!save.isPending && parsedName.success && forced.success)
      void saveAs({ name: parsedName.data, prescription: forced.data }, seen)
  }
  return (
    <FormDialog
      title={draft.saved ? text.updateSave : text.saveGeofence}
      submit={draft.saved ? text.update : text.save}
      busy={save.isPending ? text.saving : false}
      onSubmit={submit}
      onCancel={() => setDialog(null)}
      fields={
        <>
          <TextField
            label={text.nameLabel}
            value={name}
            autoComplete="off"
            data-autofocus
            error={fieldError(save.error, 'name') ?? (submitted ? validationMessage(parsedName) : null)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NumberField
            label={text.percentLabel}
            value={percent}
            unit="%"
            min={0}
            max={100}
            step={1}
            hint={text.percentHint}
            error={fieldError(save.error, 'prescription') ?? (submitted ? validationMessage(forced) : null)}
            onChange={setPercent}
          />
        </>
      }
    >
      {forced.success ? <PrescriptionChanges system={system} design={design} percent={forced.data} /> : null}
      {changed ? (
        <Notice tone="attention" answers>
          {text.changedMeanwhile(changed.name, changed.prescription)}{' '}
          {isOutlineOf(changed, draft.saved) ? '' : `${text.outlineChanged} `}
          {text.saveAgainToReplace}
        </Notice>
      ) : null}
      {general ? <Notice tone="fault">{errorMessage(save.error)}</Notice> : null}
      {check.saveError ? <Notice tone="attention">{check.saveError}</Notice> : null}
    </FormDialog>
  )
}

function isOutlineOf(geofence: Geofence, saved: Geofence | null): boolean {
  return JSON.stringify(geofence.polygon) === JSON.stringify(saved?.polygon)
}

interface PrescriptionChangesProps {
  system: string
  design: Pick<Design, 'draft' | 'stored'>
  percent: number
}

/** How the prescription would change, before anything is saved. */
function PrescriptionChanges({ system, design: { draft, stored }, percent }: PrescriptionChangesProps) {
  const { unit } = useUnit()
  const preview = useGeofencePreview(system, {
    name: text.preview,
    prescription: percent,
    polygon: draft.pins.map(({ lat, lng }): [number, number] => [lat, lng]),
    enabled: stored?.enabled ?? true,
    ...(draft.saved ? { id: draft.saved.id } : {}),
  })
  // the changes of another percentage are not those of this one
  if (!preview.data || preview.isPlaceholderData) return null
  const { cells, more, less, volume_m3: volume } = preview.data.changes
  const water = volume === null || volume === 0 ? '' : waterText(volume, unit)
  return <p>{cells === 0 ? text.noCellChanges : text.changesCells(cells, more, less, water)}</p>
}

function waterText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return text.volumeDifference(
    volumeText(Math.abs(cubicMetres), unit),
    cubicMetres > 0 ? text.more : text.less,
  )
}

export interface GeofenceSavedDialogProps {
  saved: Geofence | null
  onClose: () => void
}

export function GeofenceSavedDialog({ saved, onClose }: GeofenceSavedDialogProps) {
  return (
    <SavedDialog open title={text.geofenceSaved} onClose={onClose}>
      <p>
        {saved?.name} {text.savedWithPercent} {saved?.prescription}%.
      </p>
    </SavedDialog>
  )
}
