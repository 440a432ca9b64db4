/** What a rate for several fields would change on each of them, before anything is sent. */
import { useEffect, useState } from 'react'
import type { SystemView } from '#contract/systems.ts'
import { usePreviews } from '../../api/prescriptions.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { quantity } from '../../kit/formats.ts'
import { PrescriptionPicture } from '../../shared/prescription/prescription-picture.tsx'
import { PumpWarning } from '../../shared/pump/pump-warning.tsx'
import { Notice } from '../../ui/notice.tsx'
import { cellsSentence, waterSentence } from '../settings/settings-preview.text.ts'
import { depth } from '../text/depth.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { passAt } from '../status/pass-figures.ts'
import css from './rate-dialog.module.css'
import { exclusionReason, fieldRate } from './rate-settings.ts'
import { text } from './rate.text.ts'

/** Debounce: long enough to type the next digit. */
const DEBOUNCE_MS = 400

/** Debounces a value. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

export interface RatePreviewsProps {
  systems: readonly SystemView[]
  rateIn: number | null
  raised: ReadonlySet<string>
  unit: DepthUnit
  onRaise: (system: SystemView) => void
}

/** Previews of the rate on each field. */
export function RatePreviews({ systems, rateIn, raised, unit, onRaise }: RatePreviewsProps) {
  const debounced = useDebounced(rateIn)
  const request = systems.flatMap((system) => {
    const change = debounced === null ? null : fieldRate(system, debounced, raised.has(system.name))
    return change ? [{ system: system.name, settings: change.settings }] : []
  })
  const previews = usePreviews(request)
  return (
    <ul className={css.fields}>
      {systems.map((system) => {
        const at = request.findIndex(({ system: name }) => name === system.name)
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
  const reason = exclusionReason(system)
  if (reason || !system.desired) return <p className={css.soft}>{text.leftOut(reason ?? '')}</p>
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
      {pass?.belowLowest ? ` ${text.fullTimerApplies(depth(pass.lowestDepthIn, unit))}` : null}
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
    return <Notice tone="attention">{text.previewFailed(errorMessage(preview.error))}</Notice>
  const { data } = preview
  return (
    <>
      <div className={css.preview}>
        <PrescriptionPicture
          prescription={data}
          armDeg={system.telemetry?.angle_deg ?? null}
          {...(data.changes.cells > 0 ? { previous: data.changes.former_percent_b64 } : {})}
        />
        <p>
          {cellsSentence(data.changes)} {waterSentence(data, unit)}
        </p>
      </div>
      <PumpWarning preview={data} unit={unit} onRaise={onRaise} />
    </>
  )
}
