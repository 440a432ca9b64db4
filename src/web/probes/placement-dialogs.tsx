/** The dialogs of the page, with those that clear and delete; loaded when the first one is opened. */
import { LabelDialog } from './label-dialog.tsx'
import type { LabelDialogProps } from './label-dialog.tsx'
import { ProbesSavedDialog, SaveDialog } from './save-dialog.tsx'
import { sentenceOf } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { NOT_DELETED } from './use-persistence.ts'
import type { Placement } from './use-placement.ts'

export function PlacementDialogs({ placement, unplaced }: LabelDialogProps) {
  const { dialog } = placement
  if (dialog === 'save') return <SaveDialog placement={placement} />
  if (dialog === 'saved') return <ProbesSavedDialog placement={placement} />
  if (dialog === 'clear') return <ClearDialog placement={placement} />
  if (dialog === 'delete') return <DeleteDialog placement={placement} />
  return <LabelDialog placement={placement} unplaced={unplaced} />
}

/** The questions before placements are cleared and before a saved set is deleted. */
function ClearDialog({ placement: { setDialog, clear } }: { placement: Placement }) {
  const cancel = () => setDialog(null)
  return (
    <Dialog
      open
      title="Clear Placements"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => clear()}>
            Clear
          </Button>
        </>
      }
    >
      <p>
        This will clear all existing probes placed on the field if they have not been saved. Are you sure you
        want to proceed?
      </p>
    </Dialog>
  )
}

function DeleteDialog({ placement }: { placement: Placement }) {
  const { draft, setDialog, keep } = placement
  const { remove, erase } = keep
  const group = draft.saved
  const cancel = () => setDialog(null)
  if (!group) return null
  return (
    <Dialog
      open
      title="Confirm Delete"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending ? 'Deleting…' : false}
            onClick={() => erase(group.id)}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete this set of placed soil probes?</p>
      <p>
        {group.field_name}: {group.probes.length} probes. Their readings stay; maps and prescriptions no
        longer use these places.
      </p>
      {remove.isError ? (
        <Notice tone="fault">
          {NOT_DELETED} {sentenceOf(remove.error)}
        </Notice>
      ) : null}
    </Dialog>
  )
}
