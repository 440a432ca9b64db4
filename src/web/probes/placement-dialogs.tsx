/** The dialogs of the page; loaded when the first one is opened. */
import { ClearDialog, DeleteDialog } from './confirm-dialogs.tsx'
import { LabelDialog } from './label-dialog.tsx'
import type { LabelDialogProps } from './label-dialog.tsx'
import { SaveDialog, SavedDialog } from './save-dialog.tsx'

export function PlacementDialogs({ placement, unplaced }: LabelDialogProps) {
  const { dialog } = placement
  if (dialog === 'save') return <SaveDialog placement={placement} />
  if (dialog === 'saved') return <SavedDialog placement={placement} />
  if (dialog === 'clear') return <ClearDialog placement={placement} />
  if (dialog === 'delete') return <DeleteDialog placement={placement} />
  return <LabelDialog placement={placement} unplaced={unplaced} />
}
