/** Name and prescription of the drawn area, before it is saved. */
import { useId, useState } from 'react'
import { isProblemCode, problems } from '../../contract/errors.ts'
import { forcedPercent, geofenceName } from '../../contract/geofences.ts'
import { useUnit } from '../api/preferences.ts'
import { useGeofencePreview } from '../api/prescriptions.ts'
import { CallError, sentenceOf } from '../kit/call-error.ts'
import { volumeText } from '../shared/prescription/volume.text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Designer } from './use-designer.ts'

const FIELDS = ['name', 'prescription']

/** Complaint about one field: ours before sending, the server's after. */
function complaint(error: unknown, field: string): string | null {
  return error instanceof CallError && error.field === field ? error.message : null
}

function sentence(result: { success: boolean; error?: { issues: readonly { message: string }[] } }) {
  const code = result.error?.issues[0]?.message ?? ''
  return isProblemCode(code) ? problems[code].message : null
}

export function SaveDialog({ designer }: { designer: Designer }) {
  return designer.dialog === 'save' ? <OpenSaveDialog designer={designer} /> : null
}

function OpenSaveDialog({ designer }: { designer: Designer }) {
  const { draft, save, saveAs, setDialog, check } = designer
  const id = useId()
  const [name, setName] = useState(draft.saved?.name ?? '')
  const [percent, setPercent] = useState(draft.saved ? String(draft.saved.prescription) : '')
  const [asked, setAsked] = useState(false)
  const named = geofenceName.safeParse(name)
  const forced = forcedPercent.safeParse(percent.trim() === '' ? null : Number(percent))
  const cancel = () => setDialog(null)
  const general = save.error && !FIELDS.some((field) => complaint(save.error, field))
  const submit = () => {
    setAsked(true)
    if (!save.isPending && named.success && forced.success)
      saveAs({ name: named.data, prescription: forced.data })
  }
  return (
    <Dialog
      open
      title={draft.saved ? 'Update & Save' : 'Save Geofence'}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={save.isPending ? 'Saving…' : false}>
            {draft.saved ? 'Update' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label="Name your geofence"
          value={name}
          autoComplete="off"
          data-autofocus
          error={complaint(save.error, 'name') ?? (asked ? sentence(named) : null)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberField
          label="Set Prescription (e.g. 50) %"
          value={percent}
          unit="%"
          min={0}
          max={100}
          step={1}
          hint="Of the application rate; 0 gives no water wherever the area is touched."
          error={complaint(save.error, 'prescription') ?? (asked ? sentence(forced) : null)}
          onChange={setPercent}
        />
      </form>
      {forced.success ? <WhatChanges designer={designer} percent={forced.data} /> : null}
      {general ? <Notice tone="fault">{sentenceOf(save.error)}</Notice> : null}
      {check.obstacle ? <Notice tone="attention">{check.obstacle}</Notice> : null}
    </Dialog>
  )
}

/** What the machine would be told differently, before anything is saved. */
function WhatChanges({ designer, percent }: { designer: Designer; percent: number }) {
  const { draft, name, geofences } = designer
  const { unit } = useUnit()
  const enabled = geofences.data?.find(({ id }) => id === draft.saved?.id)?.enabled ?? true
  const preview = useGeofencePreview(name, {
    name: 'Preview',
    prescription: percent,
    polygon: draft.pins.map(({ lat, lng }): [number, number] => [lat, lng]),
    enabled,
    ...(draft.saved ? { id: draft.saved.id } : {}),
  })
  if (!preview.data) return null
  const { cells, more, less, volume_m3: volume } = preview.data.changes
  const water = volume === null || volume === 0 ? '' : waterText(volume, unit)
  return (
    <p>
      {cells === 0
        ? 'No cell of the prescription changes.'
        : `Changes ${cells} cells: ${more} get more water, ${less} get less. ${water}`}
    </p>
  )
}

function waterText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return `${volumeText(Math.abs(cubicMetres), unit)} ${cubicMetres > 0 ? 'more' : 'less'} in one pass.`
}

export function SavedDialog({ designer }: { designer: Designer }) {
  const close = () => designer.setDialog(null)
  return (
    <Dialog
      open={designer.dialog === 'saved'}
      title="Geofence Saved Successfully!"
      onClose={close}
      closeLabel="Close message"
      actions={
        <Button variant="primary" onClick={close} data-autofocus>
          Close
        </Button>
      }
    >
      <p>
        {designer.draft.saved?.name} is saved with {designer.draft.saved?.prescription}%.
      </p>
    </Dialog>
  )
}
