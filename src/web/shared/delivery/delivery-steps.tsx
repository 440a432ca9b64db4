/** Delivery status of a setting: Saved, Sent, Received, Applied, each with its time. */
import { Check, X } from 'lucide-react'
import { clock } from '../../kit/formats.ts'
import { classNames } from '../../ui/class-names.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import css from './delivery-steps.module.css'
import { deliverySummary, text, type Step as StepTaken, stepsOf } from './delivery-steps.text.ts'
import type { Delivery } from './delivery.text.ts'

export interface DeliveryStepsProps {
  delivery: Delivery
  now: number
  timeZone?: string
  /** On a phone, show only the sentence below the steps. */
  brief?: boolean
}

export function DeliverySteps({ delivery, now, timeZone, brief }: DeliveryStepsProps) {
  const summary = deliverySummary(delivery, now, timeZone)
  return (
    <div className={classNames(css.delivery, brief && css.brief)}>
      <ol className={css.steps}>
        {stepsOf(delivery).map((step) => (
          <Step key={step.word} step={step} timeZone={timeZone} />
        ))}
      </ol>
      <output className={css.news}>
        <StatusBadge tone={summary.tone} word={summary.word} />
        <span>{summary.sentence}</span>
      </output>
    </div>
  )
}

const stateLabels = {
  done: text.done,
  next: text.waiting,
  ahead: text.notYet,
  failed: text.endedHere,
} as const

function Step({ step, timeZone }: { step: StepTaken; timeZone?: string }) {
  const Mark = { done: Check, failed: X, next: null, ahead: null }[step.state]
  return (
    <li className={classNames(css.step, css[step.state])}>
      <span className={css.mark}>{Mark ? <Mark size={18} strokeWidth={3} aria-hidden="true" /> : null}</span>
      <span className={css.word}>{step.word}</span>
      <VisuallyHidden>{stateLabels[step.state]}</VisuallyHidden>
      <span className={css.time}>{step.at ? clock(step.at, timeZone) : '\u00A0'}</span>
    </li>
  )
}
