/** Text shown while something loads. */
import type { ReactNode } from 'react'
import css from './loading-text.module.css'

export function LoadingText({ children }: { children: ReactNode }) {
  return <output className={css.text}>{children}</output>
}
