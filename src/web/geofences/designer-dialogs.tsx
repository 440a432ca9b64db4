/** The dialogs of the designer; loaded when the first one is opened. */
import { DeleteDialog } from './delete-dialog.tsx'
import { SaveDialog, SavedDialog } from './save-dialog.tsx'
import type { Designer } from './use-designer.ts'

export function DesignerDialogs({ designer }: { designer: Designer }) {
  return (
    <>
      <SaveDialog designer={designer} />
      <SavedDialog designer={designer} />
      <DeleteDialog designer={designer} />
    </>
  )
}
