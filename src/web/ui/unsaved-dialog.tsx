/** The confirmation before unsaved changes are lost. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { text } from '../language/parts.text.ts'

export interface UnsavedDialogProps {
  leaving: { open: boolean; stay: () => void; leave: () => void }
  /** Label of the button that stays, for example 'Keep drawing'. */
  stayLabel: string
  /** Describes what would be lost. */
  children: ReactNode
}

export function UnsavedDialog({ leaving, stayLabel, children }: UnsavedDialogProps) {
  return (
    <Dialog
      open={leaving.open}
      title={text.unsavedChanges}
      onClose={leaving.stay}
      actions={
        <>
          <Button variant="danger" onClick={leaving.leave}>
            {text.discardChanges}
          </Button>
          <Button variant="primary" onClick={leaving.stay} data-autofocus>
            {stayLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
