/** Why a drawn outline cannot be saved, and a fix if its sides cross. */
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './outline-error.module.css'
import type { OutlineCheck } from './outline-check.ts'
import { text } from './pin.text.ts'

export interface ObstacleProps {
  check: OutlineCheck
  reasonId: string
  obstacle: string
  onOrder: (order: readonly number[]) => void
}

export function Obstacle({ check: { crossing, untied }, reasonId, obstacle, onOrder }: ObstacleProps) {
  if (!crossing) {
    return (
      <p id={reasonId} className={css.soft}>
        {obstacle}
      </p>
    )
  }
  const sides = [crossing.first, crossing.second].map(([from, to]) => `${from}–${to}`).join(` ${text.and} `)
  return (
    <Notice
      tone="attention"
      action={untied ? <Button onClick={() => onOrder(untied)}>{text.orderPins}</Button> : null}
    >
      <span id={reasonId}>{text.sidesCross(obstacle, sides)}</span>
    </Notice>
  )
}
