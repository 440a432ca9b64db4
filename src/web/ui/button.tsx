/** A button, and a link with the same style. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import css from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  /** Makes it a toggle: shown and announced as pressed or not. */
  pressed?: boolean
  /** The label while busy; the button stays focusable and ignores clicks. */
  busy?: string | false
  wide?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** Class of a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', wide = false): string {
  return classNames(css.button, css[variant], wide && css.wide)
}

export function Button(props: ButtonProps) {
  const { variant, pressed, busy, wide, icon, className, children, onClick, type, ...rest } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(buttonClass(variant, wide), className)}
      aria-pressed={pressed}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={press}
    >
      {icon}
      <span>{busy || children}</span>
    </button>
  )
}
