/** The error of a drawn outline, with a fix if its sides cross. */
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './outline-error.module.css'
import type { OutlineCheck } from './outline-check.ts'
import { text } from './pin.text.ts'

export interface OutlineErrorProps {
  check: OutlineCheck
  reasonId: string
  saveError: string
  onReorder: (order: readonly number[]) => void
}

export function OutlineError({
  check: { crossing, uncrossed },
  reasonId,
  saveError,
  onReorder,
}: OutlineErrorProps) {
  if (!crossing) {
    return (
      <p id={reasonId} className={css.soft}>
        {saveError}
      </p>
    )
  }
  const sides = [crossing.first, crossing.second].map(([from, to]) => `${from}–${to}`).join(` ${text.and} `)
  return (
    <Notice
      tone="attention"
      action={uncrossed ? <Button onClick={() => onReorder(uncrossed)}>{text.orderPins}</Button> : null}
    >
      <span id={reasonId}>{text.sidesCross(saveError, sides)}</span>
    </Notice>
  )
}
