/** A labelled group of buttons. */
import type { ReactNode } from 'react'
import css from './button-group.module.css'
import { classNames } from './class-names.ts'

export interface ButtonGroupProps {
  name: string
  /** On a phone it is one sticky row within reach of the thumb. */
  strip?: boolean
  children: ReactNode
}

export function ButtonGroup({ name, strip, children }: ButtonGroupProps) {
  return (
    <fieldset className={classNames(css.group, strip && css.strip)}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}

/** Destructive buttons are on their own line. */
export function ButtonApart({ children }: { children: ReactNode }) {
  return <div className={css.apart}>{children}</div>
}
