/** The dialogs of the designer, with the one that deletes designs; loaded when the first one is opened. */
import { GeofenceSavedDialog, SaveDialog } from './save-dialog.tsx'
import type { Design, Field, Saving } from './use-designer.ts'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Geofence } from '../../contract/geofences.ts'
import { useDeleteGeofence } from '../api/geofences.ts'
import { errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { percentText } from '../shared/layers/fence.text.ts'
import css from './designer-dialogs.module.css'
import { text } from './designer.text.ts'

export interface DesignerDialogsProps {
  field: Pick<Field, 'name' | 'geofences'>
  design: Design
  saving: Saving
}

export function DesignerDialogs({ field, design, saving }: DesignerDialogsProps) {
  const { dialog, setDialog } = saving
  const close = () => setDialog(null)
  if (dialog === 'save') return <SaveDialog name={field.name} design={design} saving={saving} />
  if (dialog === 'saved') return <GeofenceSavedDialog saved={design.draft.saved} onClose={close} />
  return <DeleteDialog field={field} design={design} onClose={close} />
}

interface DeleteDialogProps {
  field: Pick<Field, 'name' | 'geofences'>
  design: Pick<Design, 'draft' | 'dispatch'>
  onClose: () => void
}

/** All geofences of a system with their percentages; each can be deleted after a confirmation. */
function DeleteDialog({
  field: { name, geofences },
  design: { draft, dispatch },
  onClose,
}: DeleteDialogProps) {
  const [sure, setSure] = useState<number | null>(null)
  const remove = useDeleteGeofence(name)
  const stored = geofences.data ?? []
  const confirm = async ({ id }: Geofence) => {
    const { saved } = draft
    try {
      // not a callback of `mutate`, which is dropped when this dialog is closed before the list is fetched again
      await remove.mutateAsync(id)
      setSure(null)
      if (saved?.id === id) dispatch({ type: 'deleted', saved })
    } catch {
      // told below
    }
  }
  return (
    <Dialog open title={text.deleteDesigns} onClose={onClose}>
      {geofences.isPending ? <p>{text.loadingGeofences}</p> : null}
      {geofences.isError && !geofences.data ? (
        <Notice tone="attention" onRetry={() => void geofences.refetch()} retrying={geofences.isFetching}>
          {errorMessage(geofences.error)}
        </Notice>
      ) : null}
      {geofences.data && stored.length === 0 ? <p>{text.noGeofencesAvailable}</p> : null}
      <ul className={css.list}>
        {stored.map((geofence) => (
          <li key={geofence.id} className={css.entry}>
            <span className={css.name}>{geofence.name}</span>
            <span className={css.percent}>{percentText(geofence.prescription)}</span>
            {sure === geofence.id ? (
              <ConfirmDelete
                geofence={geofence}
                busy={remove.isPending}
                onCancel={() => setSure(null)}
                onConfirm={() => void confirm(geofence)}
              />
            ) : (
              <Button
                variant="danger"
                icon={<Trash2 size={20} aria-hidden="true" />}
                aria-label={text.deleteNamed(geofence.name)}
                onClick={() => setSure(geofence.id)}
              >
                {text.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {remove.isError ? <Notice tone="fault">{errorMessage(remove.error)}</Notice> : null}
    </Dialog>
  )
}

interface ConfirmDeleteProps {
  geofence: Geofence
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

function ConfirmDelete({ geofence, busy, onCancel, onConfirm }: ConfirmDeleteProps) {
  const keep = useRef<HTMLButtonElement>(null)
  // It replaces the clicked button, so it takes over the focus.
  useEffect(() => keep.current?.focus(), [])
  return (
    <div className={css.sure}>
      <p>{text.deleteForGood(geofence.name, geofence.enabled ? ` ${text.stopsForcingPercentage}` : '')}</p>
      <Button ref={keep} onClick={onCancel}>
        {text.keepIt}
      </Button>
      <Button variant="danger" busy={busy ? text.deleting : false} onClick={onConfirm}>
        {text.yesDelete}
      </Button>
    </div>
  )
}
