/** A modal dialog with title, body and actions, focus handling, and one open at a time. */
import { X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import css from './dialog.module.css'
import { classNames } from './class-names.ts'
import { text } from '../language/parts.text.ts'

export interface DialogProps {
  open: boolean
  title: ReactNode
  /** Called by Esc and the X, and when another dialog replaces this one. */
  onClose: () => void
  children?: ReactNode
  /** Buttons, the main one last; on a phone it comes first, full width. */
  actions?: ReactNode
  /** Accessible name of the X; must differ from the actions' if one is 'Close'. */
  closeLabel?: string
  /** For long text, which must scroll by keyboard. */
  scrolls?: boolean
  /** A picture needs no padding. */
  noPadding?: boolean
  /** Largest width in pixels. */
  width?: number
  /** A dialog that opens later, because its code loaded late, waits until this one is closed. */
  persistent?: boolean
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

interface Shown {
  close: () => void
  persistent: boolean
  /** Callbacks that show the dialogs waiting for this one. */
  queued: Set<() => void>
}

let current: Shown | null = null

function OpenDialog(props: DialogProps) {
  const {
    title,
    onClose,
    children,
    actions,
    closeLabel,
    scrolls,
    noPadding,
    width,
    persistent = false,
  } = props
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const alerts = useRef(0)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })

  // Layout effects are cleaned up before the element is removed; only then can the dialog restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    const self: Shown = { close: () => latest.current(), persistent, queued: new Set() }
    const first = current
    const show = () => {
      const before = current
      current = self
      before?.close()
      dialog?.showModal()
      const target = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current
      target?.focus()
    }
    if (first?.persistent) first.queued.add(show)
    else show()
    return () => {
      first?.queued.delete(show)
      if (current === self) current = null
      dialog?.close()
      for (const next of self.queued) next()
    }
  }, [persistent])

  useEffect(() => {
    const messages = element.current?.querySelectorAll('[role=alert]') ?? []
    // what failed is told below the fields, which may be further down than the window shows
    if (messages.length > alerts.current) [...messages].at(-1)?.scrollIntoView({ block: 'nearest' })
    alerts.current = messages.length
  })

  return (
    <dialog
      ref={element}
      className={classNames(css.dialog, noPadding && css.bare)}
      aria-labelledby={id}
      style={width ? { maxWidth: `min(${width}px, calc(100vw - 32px))` } : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.frame}>
        <header className={css.header}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={css.x} aria-label={closeLabel ?? text.close} onClick={onClose}>
            <X size={24} aria-hidden="true" />
          </button>
        </header>
        {children == null ? null : (
          <div
            className={css.body}
            {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}
          >
            {children}
          </div>
        )}
        {actions == null ? null : <footer className={css.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}
