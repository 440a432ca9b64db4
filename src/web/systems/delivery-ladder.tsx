/** The delivery ladder: Saved, Sent, Received, Applied, each with its time, and what it means now. */
import { Check, X } from 'lucide-react'
import { clock } from '../kit/formats.ts'
import { classNames } from '../ui/class-names.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './delivery-ladder.module.css'
import { newsOf, rungsOf } from './delivery-words.ts'
import type { Delivery, Rung } from './delivery-words.ts'

export interface DeliveryLadderProps {
  delivery: Delivery
  now: number
  timeZone?: string
}

export function DeliveryLadder({ delivery, now, timeZone }: DeliveryLadderProps) {
  const news = newsOf(delivery, now, timeZone)
  return (
    <div className={css.ladder}>
      <ol className={css.rungs}>
        {rungsOf(delivery).map((rung) => (
          <Step key={rung.word} rung={rung} timeZone={timeZone} />
        ))}
      </ol>
      <output className={css.news}>
        <StatusBadge tone={news.tone} word={news.word} />
        <span>{news.sentence}</span>
      </output>
    </div>
  )
}

const heard = { done: 'done', next: 'waiting', ahead: 'not yet', failed: 'ended here' } as const

function Step({ rung, timeZone }: { rung: Rung; timeZone?: string }) {
  const Mark = { done: Check, failed: X, next: null, ahead: null }[rung.state]
  return (
    <li className={classNames(css.rung, css[rung.state])}>
      <span className={css.mark}>{Mark ? <Mark size={18} strokeWidth={3} aria-hidden="true" /> : null}</span>
      <span className={css.word}>{rung.word}</span>
      <VisuallyHidden>{heard[rung.state]}</VisuallyHidden>
      <span className={css.time}>{rung.at ? clock(rung.at, timeZone) : '\u00A0'}</span>
    </li>
  )
}
