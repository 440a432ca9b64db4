/** Two settings side by side, only where they differ. */
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Change } from './settings.text.ts'
import css from './difference-table.module.css'
import { text } from './settings.text.ts'

export interface DifferenceTableProps {
  /** Heading of the left and of the right column. */
  from: string
  to: string
  changes: readonly Change[]
  caption: string
}

export function DifferenceTable({ from, to, changes, caption }: DifferenceTableProps) {
  return (
    <table className={css.table}>
      <caption className={css.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{text.setting}</VisuallyHidden>
          </th>
          <th scope="col">{from}</th>
          <th scope="col">{to}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.term}>
            <th scope="row">{change.term}</th>
            <td>{change.from}</td>
            <td className={css.to}>{change.to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
