/** A labelled group of buttons. */
import type { ReactNode } from 'react'
import css from './button-group.module.css'
import { classNames } from './class-names.ts'

export interface ButtonGroupProps {
  name: string
  /** On a phone it is one sticky row within reach of the thumb. */
  sticky?: boolean
  children: ReactNode
}

export function ButtonGroup({ name, sticky, children }: ButtonGroupProps) {
  return (
    <fieldset className={classNames(css.group, sticky && css.strip)}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}

/** Destructive buttons are on their own line. */
export function SeparateButton({ children }: { children: ReactNode }) {
  return <div className={css.apart}>{children}</div>
}
