/** Sets one rate for several fields: a preview for each field, then its delivery. */
import { useState } from 'react'
import { applicationRate } from '#contract/systems.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { problemMessage } from '../../kit/call-error.ts'
import { number } from '../../kit/formats.ts'
import { DeliverySteps } from '../../shared/delivery/delivery-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { deliveryAt } from '../delivery/last-change.tsx'
import { DepthField, rangeWords } from '../settings/depth-field.tsx'
import { numberOf } from '../settings/settings-values.ts'
import { rateQuestion } from '../settings/settings.text.ts'
import css from './rate-dialog.module.css'
import { RatePreviews } from './rate-previews.tsx'
import { fieldRate, exclusionReason } from './rate-settings.ts'
import { isWaiting, useBulkRate } from './use-bulk-rate.ts'
import type { FieldOutcome } from './use-bulk-rate.ts'
import { text } from './rate.text.ts'

export interface RateDialogProps {
  /** The selected fields. */
  systems: readonly SystemView[]
  now: number
  onClose: () => void
}

export function RateDialog({ systems, now, onClose }: RateDialogProps) {
  const form = useRateForm(systems)
  const { outcomes, eligible, apply } = form
  const hasOutcomes = outcomes.size > 0
  return (
    <Dialog
      open
      scrolls
      title={hasOutcomes ? sentWords(outcomes) : text.oneRate(fieldsWord(systems.length))}
      onClose={onClose}
      closeLabel={text.closeWithoutSendingMore}
      actions={
        hasOutcomes ? (
          <Button variant="primary" onClick={onClose}>
            {text.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button variant="primary" disabled={eligible.length === 0} onClick={apply}>
              {text.applyTo(fieldsWord(eligible.length))}
            </Button>
          </>
        )
      }
    >
      {hasOutcomes ? (
        <FieldResults systems={systems} form={form} now={now} />
      ) : (
        <RateEntry systems={systems} form={form} />
      )}
    </Dialog>
  )
}

type RateForm = ReturnType<typeof useRateForm>

function useRateForm(systems: readonly SystemView[]) {
  const [rate, setRate] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [raised, setRaised] = useState<ReadonlySet<string>>(new Set())
  const { outcomes, send } = useBulkRate()
  const parsed = applicationRate.safeParse(numberOf(rate))
  const rateIn = parsed.success ? parsed.data : null
  const sendTo = (system: SystemView, raiseForPump = raised.has(system.name)) => {
    const request = rateIn === null ? null : fieldRate(system, rateIn, raiseForPump)
    if (request) send(request)
  }
  const eligible = systems.filter((system) => exclusionReason(system) === null)
  return {
    rate,
    setRate,
    rateIn,
    invalid: submitted && rateIn === null,
    raised,
    outcomes,
    eligible,
    apply: () => {
      setSubmitted(true)
      for (const system of eligible) sendTo(system)
    },
    raise: (system: SystemView) => {
      setRaised((before) => new Set(before).add(system.name))
      if (outcomes.size > 0) sendTo(system, true)
    },
    retry: (system: SystemView) => sendTo(system),
  }
}

interface RateFormProps {
  systems: readonly SystemView[]
  form: RateForm
}

/** The rate, and what it would change. */
function RateEntry({ systems, form }: RateFormProps) {
  const { unit } = useUnit()
  const { rate, setRate, rateIn, invalid, raised, apply, raise } = form
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <DepthField
          label={rateQuestion.label}
          unit={unit}
          limits={rateQuestion.limits}
          hint={rangeWords(rateQuestion.range, rateQuestion.limits, unit)}
          value={rate}
          error={invalid ? problemMessage('application_rate_range') : null}
          onChange={setRate}
          data-autofocus
        />
      </form>
      <p>{text.restStays}</p>
      <RatePreviews systems={systems} rateIn={rateIn} raised={raised} unit={unit} onRaise={raise} />
    </>
  )
}

/** The delivery of the rate to each field. */
function FieldResults({ systems, form, now }: RateFormProps & { now: number }) {
  const { outcomes, retry, raise } = form
  return (
    <ul className={css.fields}>
      {systems.map((system) => (
        <li key={system.name} className={css.field}>
          <strong>{system.name}</strong>
          {outcomes.has(system.name) ? (
            <FieldResult
              system={system}
              outcome={outcomes.get(system.name) ?? null}
              now={now}
              onRetry={() => retry(system)}
              onRaise={() => raise(system)}
            />
          ) : (
            <p className={css.soft}>{text.notSent(exclusionReason(system) ?? '')}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function fieldsWord(count: number): string {
  return count === 1 ? text.oneField : text.fields(number(count))
}

function sentWords(outcomes: ReadonlyMap<string, FieldOutcome>): string {
  const confirmed = [...outcomes.values()].filter((outcome) => outcome?.kind === 'confirmed').length
  return confirmed === outcomes.size
    ? text.rateSaved(fieldsWord(confirmed))
    : text.rateSavedPartly(number(confirmed), fieldsWord(outcomes.size))
}

interface FieldResultProps {
  system: SystemView
  outcome: FieldOutcome
  now: number
  onRetry: () => void
  onRaise: () => void
}

/** The delivery to one field, or why its rate was refused and what to do. */
function FieldResult({ system, outcome, now, onRetry, onRaise }: FieldResultProps) {
  if (outcome === null) return <output>{text.sending}</output>
  if (outcome.kind === 'confirmed')
    return (
      <DeliverySteps
        delivery={deliveryAt(system, outcome.settingsRev)}
        now={now}
        timeZone={system.time_zone}
        brief
      />
    )
  if (outcome.kind === 'pump-low')
    return (
      <Notice tone="fault" action={<Button onClick={onRaise}>{text.raiseLowestPercentages}</Button>}>
        {text.notSent(problemMessage('pump_flow_low'))}
      </Notice>
    )
  return (
    <Notice tone="fault" action={<Button onClick={onRetry}>{text.tryAgain}</Button>}>
      {isWaiting(outcome)
        ? waitingWords(outcome.kind)
        : text.notSent('message' in outcome ? outcome.message : '')}
    </Notice>
  )
}

function waitingWords(kind: string): string {
  return kind === 'not-sent' ? text.noConnection : text.sentUnknown
}
