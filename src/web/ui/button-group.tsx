/** Buttons that belong to one verb, under its name. */
import type { ReactNode } from 'react'
import css from './button-group.module.css'

export function ButtonGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}

/** What destroys stands on a line of its own. */
export function ButtonApart({ children }: { children: ReactNode }) {
  return <div className={css.apart}>{children}</div>
}
