/** A table of figures that scrolls in its own box with sticky headings. */
import type { ReactNode } from 'react'
import css from './figure-table.module.css'

/** A keyboard must be able to scroll what a finger can. */
const SCROLLS = { tabIndex: 0, role: 'group' } as const

/** Of a cell that holds words instead of figures. */
export const WORDS = css.left

export interface FigureTableProps {
  /** Name of the box, for those who hear the page. */
  label: string
  head: ReactNode
  /** The rows. */
  children: ReactNode
}

export function FigureTable({ label, head, children }: FigureTableProps) {
  return (
    <div className={css.scroll} {...SCROLLS} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
