/** Before a drawing that nobody saved is lost. */
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Designer } from './use-designer.ts'

export function UnsavedDialog({ designer: { leaving, draft } }: { designer: Designer }) {
  return (
    <Dialog
      open={leaving.asking}
      title="Unsaved changes"
      onClose={leaving.stay}
      actions={
        <>
          <Button variant="danger" onClick={leaving.leave}>
            Discard changes
          </Button>
          <Button variant="primary" onClick={leaving.stay} data-autofocus>
            Keep drawing
          </Button>
        </>
      }
    >
      <p>
        {draft.saved
          ? `The changes to “${draft.saved.name}” are not saved.`
          : 'The pins you have placed are not saved.'}
      </p>
    </Dialog>
  )
}
