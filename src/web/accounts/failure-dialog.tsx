/** A dialog with what failed and why. */
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ReactNode } from 'react'
import type { FailureText } from './sign-in.text.ts'
import { text } from './sign-in.text.ts'

interface FailureDialogProps {
  title: string
  failure: FailureText | null
  onClose: () => void
  /** A link or form that may help, shown below the reasons. */
  action?: ReactNode
}

export function FailureDialog({ title, failure, onClose, action }: FailureDialogProps) {
  return (
    <Dialog
      open={failure !== null}
      title={title}
      onClose={onClose}
      closeLabel={text.dismiss}
      actions={
        <Button variant="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <p>{failure?.sentence}</p>
      {failure?.reasons.length ? (
        <ul>
          {failure.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      {action}
    </Dialog>
  )
}
