/** The dialogs of the page, with those that clear and delete; loaded when the first one is opened. */
import { LabelDialog } from './label-dialog.tsx'
import type { LabelDialogProps } from './label-dialog.tsx'
import { ProbesSavedDialog, SaveDialog } from './save-dialog.tsx'
import { errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { NOT_DELETED } from './use-persistence.ts'
import type { Saving } from './use-placement.ts'
import type { PlacementDraft } from './placement-draft.ts'
import { text } from './probe.text.ts'

export interface PlacementDialogsProps extends LabelDialogProps {
  saving: Saving
}

export function PlacementDialogs({ saving, ...label }: PlacementDialogsProps) {
  const { dialog, setDialog } = saving
  const { draft, dispatch } = label
  const close = () => setDialog(null)
  if (dialog === 'save') return <SaveDialog draft={draft} dispatch={dispatch} saving={saving} />
  if (dialog === 'saved') return <ProbesSavedDialog saved={draft.saved} onClose={close} />
  if (dialog === 'clear') return <ClearDialog onClear={() => saving.clear()} onClose={close} />
  if (dialog === 'delete') return <DeleteDialog group={draft.saved} saving={saving} />
  return <LabelDialog {...label} />
}

/** The confirmations before placements are cleared and before a saved set is deleted. */
function ClearDialog({ onClear, onClose }: { onClear: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      title={text.clearPlacements}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-autofocus>
            {text.cancel}
          </Button>
          <Button variant="danger" onClick={onClear}>
            {text.clear}
          </Button>
        </>
      }
    >
      <p>{text.clearQuestion}</p>
    </Dialog>
  )
}

interface DeleteDialogProps {
  group: PlacementDraft['saved']
  saving: Pick<Saving, 'remove' | 'deleteSet' | 'setDialog'>
}

function DeleteDialog({ group, saving: { remove, deleteSet, setDialog } }: DeleteDialogProps) {
  const cancel = () => setDialog(null)
  if (!group) return null
  return (
    <Dialog
      open
      title={text.confirmDelete}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel} data-autofocus>
            {text.cancel}
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending ? text.deleting : false}
            onClick={() => void deleteSet(group.id)}
          >
            {text.delete}
          </Button>
        </>
      }
    >
      <p>{text.deleteQuestion}</p>
      <p>{text.readingsStay(group.field_name, group.probes.length)}</p>
      {remove.isError ? (
        <Notice tone="fault">
          {NOT_DELETED} {errorMessage(remove.error)}
        </Notice>
      ) : null}
    </Dialog>
  )
}
