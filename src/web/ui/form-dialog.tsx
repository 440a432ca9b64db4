/** A dialog with a form, submitted by its main button or Enter, and the confirmation. */
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { text } from '../language/parts.text.ts'

export interface FormDialogProps {
  title: ReactNode
  /** Shown above the fields. */
  intro?: ReactNode
  fields: ReactNode
  /** Shown below the fields. */
  children?: ReactNode
  /** Label of the main button. */
  submit: ReactNode
  busy?: string | false
  /** Whether it ends or deletes something. */
  danger?: boolean
  /** An alternative to the main button. */
  secondaryAction?: ReactNode
  formClass?: string | undefined
  onSubmit: (form: HTMLFormElement) => void
  onCancel: () => void
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    intro,
    fields,
    children,
    submit,
    busy,
    danger,
    secondaryAction,
    formClass,
    onSubmit,
    onCancel,
  } = props
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{text.cancel}</Button>
          {secondaryAction}
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy ?? false}>
            {submit}
          </Button>
        </>
      }
    >
      {intro}
      <form
        id={id}
        className={formClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
      >
        {fields}
      </form>
      {children}
    </Dialog>
  )
}

export interface SavedDialogProps {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

export function SavedDialog({ open, title, onClose, children }: SavedDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      closeLabel={text.closeMessage}
      actions={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {text.close}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
