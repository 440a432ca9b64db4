/** One rate for several fields: what it would change of each, then how far it has come to each. */
import { useEffect, useState } from 'react'
import { applicationRate } from '#contract/systems.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { usePreviews } from '../../api/prescriptions.ts'
import { problemSentence, sentenceOf } from '../../kit/call-error.ts'
import { number, quantity } from '../../kit/formats.ts'
import { DeliverySteps } from '../../shared/delivery/delivery-steps.tsx'
import { PrescriptionPicture } from '../../shared/prescription/prescription-picture.tsx'
import { PumpWarning } from '../../shared/pump/pump-warning.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { deliveryAt } from '../delivery/last-change.tsx'
import { DepthField, rangeWords } from '../settings/depth-field.tsx'
import { cellsSentence, waterSentence } from '../settings/settings-preview.text.ts'
import { numberOf } from '../settings/settings-values.ts'
import { depth } from '../text/depth.ts'
import { rateQuestion } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { passAt } from '../status/pass-figures.ts'
import css from './rate-dialog.module.css'
import { fieldRate, rateObstacle } from './rate-settings.ts'
import { isWaiting, useSeveralRates } from './use-bulk-rate.ts'
import type { FieldOutcome } from './use-bulk-rate.ts'
import { text } from './rate.text.ts'

/** Debounce: long enough to type the next digit. */
const DEBOUNCE_MS = 400

export interface RateDialogProps {
  /** The selected fields. */
  systems: readonly SystemView[]
  now: number
  onClose: () => void
}

export function RateDialog({ systems, now, onClose }: RateDialogProps) {
  const { unit } = useUnit()
  const [rate, setRate] = useState('')
  const [asked, setAsked] = useState(false)
  const [raised, setRaised] = useState<ReadonlySet<string>>(new Set())
  const { outcomes, send } = useSeveralRates()
  const read = applicationRate.safeParse(numberOf(rate))
  const rateOf = (system: SystemView, raises = raised.has(system.name)) =>
    read.success ? fieldRate(system, read.data, raises) : null
  const able = systems.filter((system) => rateObstacle(system) === null)
  const sent = outcomes.size > 0

  const apply = () => {
    setAsked(true)
    for (const system of able) {
      const wanted = rateOf(system)
      if (wanted) send(wanted)
    }
  }
  const raise = (system: SystemView) => {
    setRaised((before) => new Set(before).add(system.name))
    const wanted = sent ? rateOf(system, true) : null
    if (wanted) send(wanted)
  }
  const again = (system: SystemView) => {
    const wanted = rateOf(system)
    if (wanted) send(wanted)
  }
  return (
    <Dialog
      open
      scrolls
      title={sent ? sentWords(outcomes) : text.oneRate(fieldsWord(systems.length))}
      onClose={onClose}
      closeLabel={text.closeWithoutSendingMore}
      actions={
        sent ? (
          <Button variant="primary" onClick={onClose}>
            {text.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button variant="primary" disabled={able.length === 0} onClick={apply}>
              {text.applyTo(fieldsWord(able.length))}
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <ul className={css.fields}>
          {systems.map((system) => (
            <li key={system.name} className={css.field}>
              <strong>{system.name}</strong>
              {outcomes.has(system.name) ? (
                <Sent
                  system={system}
                  outcome={outcomes.get(system.name) ?? null}
                  now={now}
                  onAgain={() => again(system)}
                  onRaise={() => raise(system)}
                />
              ) : (
                <p className={css.soft}>{text.notSent(rateObstacle(system) ?? '')}</p>
              )}
            </li>
          ))}
        </ul>
      ) : (
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
              error={asked && !read.success ? problemSentence('application_rate_range') : null}
              onChange={setRate}
              data-autofocus
            />
          </form>
          <p>{text.restStays}</p>
          <RatePreviews
            systems={systems}
            rateIn={read.success ? read.data : null}
            raised={raised}
            unit={unit}
            onRaise={raise}
          />
        </>
      )}
    </Dialog>
  )
}

function fieldsWord(count: number): string {
  return count === 1 ? text.oneField : text.fields(number(count))
}

function sentWords(outcomes: ReadonlyMap<string, FieldOutcome>): string {
  const taken = [...outcomes.values()].filter((outcome) => outcome?.kind === 'confirmed').length
  return taken === outcomes.size
    ? text.rateSaved(fieldsWord(taken))
    : text.rateSavedPartly(number(taken), fieldsWord(outcomes.size))
}

/** Debounces a value. */
function useDebounced<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

interface RatePreviewsProps {
  systems: readonly SystemView[]
  rateIn: number | null
  raised: ReadonlySet<string>
  unit: DepthUnit
  onRaise: (system: SystemView) => void
}

/** Previews of the rate on each field. */
function RatePreviews({ systems, rateIn, raised, unit, onRaise }: RatePreviewsProps) {
  const rested = useDebounced(rateIn)
  const wanted = systems.flatMap((system) => {
    const one = rested === null ? null : fieldRate(system, rested, raised.has(system.name))
    return one ? [{ system: system.name, settings: one.settings }] : []
  })
  const previews = usePreviews(wanted)
  return (
    <ul className={css.fields}>
      {systems.map((system) => {
        const at = wanted.findIndex(({ system: name }) => name === system.name)
        return (
          <li key={system.name} className={css.field}>
            <strong>{system.name}</strong>
            <RateChange system={system} rateIn={rateIn} unit={unit} />
            <FieldPreview
              system={system}
              preview={previews[at]}
              unit={unit}
              onRaise={() => onRaise(system)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Old and new rate, with timer and hours on this machine; or why it cannot be set. */
function RateChange({
  system,
  rateIn,
  unit,
}: {
  system: SystemView
  rateIn: number | null
  unit: DepthUnit
}) {
  const obstacle = rateObstacle(system)
  if (obstacle || !system.desired) return <p className={css.soft}>{text.leftOut(obstacle ?? '')}</p>
  const now = depth(system.desired.application_rate, unit)
  const pass = passAt(system, rateIn)
  return (
    <p>
      {rateIn === null ? (
        text.now(now)
      ) : (
        <>
          {now} → <strong>{depth(rateIn, unit)}</strong>
        </>
      )}
      {pass
        ? ` ${text.timerAndPass(quantity(pass.timerPercent, '%', 0), quantity(pass.passHours ?? pass.revolutionHours, 'h', 1))}`
        : null}
      {pass?.belowLowest ? ` ${text.fullTimerPuts(depth(pass.lowestDepthIn, unit))}` : null}
    </p>
  )
}

interface FieldPreviewProps {
  system: SystemView
  preview: ReturnType<typeof usePreviews>[number] | undefined
  unit: DepthUnit
  onRaise: () => void
}

function FieldPreview({ system, preview, unit, onRaise }: FieldPreviewProps) {
  if (!preview) return null
  if (preview.isPending) return <p className={css.soft}>{text.computing}</p>
  if (preview.isError)
    return <Notice tone="attention">{text.previewFailed(sentenceOf(preview.error))}</Notice>
  const { data } = preview
  return (
    <>
      <div className={css.preview}>
        <PrescriptionPicture
          prescription={data}
          armDeg={system.telemetry?.angle_deg ?? null}
          {...(data.changes.cells > 0 ? { former: data.changes.former_percent_b64 } : {})}
        />
        <p>
          {cellsSentence(data.changes)} {waterSentence(data, unit)}
        </p>
      </div>
      <PumpWarning preview={data} unit={unit} onRaise={onRaise} />
    </>
  )
}

interface SentProps {
  system: SystemView
  outcome: FieldOutcome
  now: number
  onAgain: () => void
  onRaise: () => void
}

/** The delivery of one field, or why its rate was refused, with what to do. */
function Sent({ system, outcome, now, onAgain, onRaise }: SentProps) {
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
        {text.notSent(problemSentence('pump_flow_low'))}
      </Notice>
    )
  return (
    <Notice tone="fault" action={<Button onClick={onAgain}>{text.tryAgain}</Button>}>
      {isWaiting(outcome)
        ? waitingWords(outcome.kind)
        : text.notSent('message' in outcome ? outcome.message : '')}
    </Notice>
  )
}

function waitingWords(kind: string): string {
  return kind === 'not-sent' ? text.noConnection : text.sentUnknown
}
