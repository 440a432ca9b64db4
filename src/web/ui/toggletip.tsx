/** A help button that shows an explanation by touch, keyboard or pointer. */
import { CircleHelp } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import css from './toggletip.module.css'

export interface ToggletipProps {
  /** What is explained, for example 'About target moisture'. */
  label: string
  children: ReactNode
}

const EDGE = 8

/** Places the bubble below its button, or above it, inside the window. */
function place(button: HTMLElement, bubble: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const left = Math.min(Math.max(EDGE, at.left + at.width / 2 - width / 2), window.innerWidth - width - EDGE)
  const below = at.bottom + EDGE
  const top = below + height > window.innerHeight ? Math.max(EDGE, at.top - height - EDGE) : below
  bubble.style.left = `${left}px`
  bubble.style.top = `${top}px`
}

export function Toggletip({ label, children }: ToggletipProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLDivElement>(null)

  const show = () => {
    if (!button.current || !bubble.current) return
    bubble.current.showPopover()
    place(button.current, bubble.current)
  }
  const placeWhenOpened = (event: { newState: string }) => {
    if (event.newState === 'open' && button.current && bubble.current) place(button.current, bubble.current)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label={label}
        aria-describedby={id}
        popoverTarget={id}
        // A click after hovering must not close what hovering has opened.
        popoverTargetAction="show"
        onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && bubble.current?.hidePopover()}
      >
        <CircleHelp size={20} aria-hidden="true" />
      </button>
      <div
        ref={bubble}
        id={id}
        popover="auto"
        role="tooltip"
        className={css.bubble}
        onToggle={placeWhenOpened}
      >
        {children}
      </div>
    </>
  )
}
