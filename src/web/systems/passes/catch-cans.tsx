/** Entry of catch cans for a pass: the measured depth factor, stored once confirmed. */
import { useState } from 'react'
import { CANS_LEAST } from '#agronomy/passes/depth-factor.ts'
import type { PassView } from '#contract/passes.ts'
import type { SystemView } from '#contract/systems.ts'
import { useCatchCans } from '../../api/passes.ts'
import { useUnit } from '../../api/preferences.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { number } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { depth } from '../text/depth.ts'
import { bodyOf, distanceUnit } from './catch-can-input.ts'
import type { TypedCan } from './catch-can-input.ts'
import css from './passes.module.css'
import { text } from './passes.text.ts'

const DEFAULT_CANS = 6

export interface CatchCansProps {
  system: SystemView
  pass: PassView
  onClose: () => void
}

export function CatchCans({ system, pass, onClose }: CatchCansProps) {
  // typed values keep their unit even if the account's unit changes meanwhile
  const { unit: accountUnit } = useUnit()
  const [unit] = useState(accountUnit)
  const cans = useCatchCans()
  const [bearing, setBearing] = useState('')
  const [typed, setTyped] = useState<TypedCan[]>(
    Array.from({ length: DEFAULT_CANS }, () => ({ distance: '', caught: '' })),
  )
  const body = bodyOf({ system: system.name, pass: pass.from, bearing, typed, unit })
  const change = (at: number, changed: Partial<TypedCan>) => {
    cans.reset()
    setTyped(typed.map((can, i) => (i === at ? { ...can, ...changed } : can)))
  }
  const result = cans.data
  const submit = (confirmed: boolean) =>
    body && cans.mutate({ ...body, confirmed }, { onSuccess: ({ stored }) => stored && onClose() })
  return (
    <Dialog
      open
      scrolls
      title={text.catchCans}
      onClose={onClose}
      closeLabel={text.closeWithoutSaving}
      actions={
        result && !result.stored ? (
          <Button variant="primary" busy={cans.isPending && text.saving} onClick={() => submit(true)}>
            {text.applyFactor(number(result.factor, 2))}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={cans.isPending && text.comparing}
            disabled={!body}
            onClick={() => submit(false)}
          >
            {text.compare}
          </Button>
        )
      }
    >
      <p>{text.cansHint(CANS_LEAST)}</p>
      <NumberField
        label={text.bearingOfLine}
        unit="°"
        value={bearing}
        onChange={(value) => {
          cans.reset()
          setBearing(value)
        }}
      />
      {typed.map((can, at) => (
        <div key={`can ${at + 1}`} className={css.cans}>
          <NumberField
            label={text.canDistance(at + 1)}
            unit={distanceUnit[unit]}
            value={can.distance}
            onChange={(distance) => change(at, { distance })}
          />
          <NumberField
            label={text.canWater(at + 1)}
            unit={unit}
            value={can.caught}
            onChange={(caught) => change(at, { caught })}
          />
        </div>
      ))}
      {cans.isError ? <Notice tone="fault">{errorMessage(cans.error)}</Notice> : null}
      {result ? (
        <Notice tone="attention">
          {text.cansCaught(
            depth(result.measured_in, unit),
            depth(result.computed_in, unit),
            number(result.factor, 2),
          )}
        </Notice>
      ) : null}
    </Dialog>
  )
}
