/** Pump and application efficiency of a system, with a link to seasonal water use. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EFFICIENCY } from '#contract/limits.ts'
import type { SystemView } from '#contract/systems.ts'
import { useChangeSystem } from '../../api/systems.ts'
import { problemMessage, errorMessage } from '../../kit/call-error.ts'
import { number, quantity } from '../../kit/formats.ts'
import { paths } from '../../kit/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import { PumpSettings } from './pump-settings.tsx'
import css from './water-settings.module.css'
import { text } from './water-settings.text.ts'

export function WaterSettings({ system }: { system: SystemView }) {
  return (
    <section aria-labelledby="water-settings" className={css.water}>
      <h2 id="water-settings">{text.title}</h2>
      <PumpSettings system={system} />
      <Efficiency key={system.application_efficiency} system={system} />
      <p>
        <Link to={paths.season()} className={buttonClass()}>
          {text.waterThisYear}
        </Link>
      </p>
    </section>
  )
}

const ABOUT = <Toggletip label={text.aboutEfficiency}>{text.efficiencyHint}</Toggletip>

function Efficiency({ system }: { system: SystemView }) {
  const change = useChangeSystem(system.name)
  const stored = Math.round(1000 * system.application_efficiency) / 10
  const [typed, setTyped] = useState(String(stored))
  const [error, setError] = useState<string | null>(null)
  if (system.role !== 'owner')
    return (
      <p>
        {text.efficiencyOf} <strong>{quantity(stored, '%', 1)}</strong>{' '}
        <span className={css.soft}>{text.ownerOnly}</span>
      </p>
    )
  const save = () => {
    const share = typed.trim() === '' ? Number.NaN : Number(typed) / 100
    const fits = share >= EFFICIENCY.min && share <= EFFICIENCY.max
    setError(fits ? null : problemMessage('efficiency_range'))
    if (fits) change.mutate({ application_efficiency: Number(share.toFixed(3)) })
  }
  return (
    <form
      className={css.row}
      aria-label={text.efficiencyLabel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <NumberField
        label={text.efficiencyLabel}
        aside={ABOUT}
        unit="%"
        value={typed}
        min={100 * EFFICIENCY.min}
        max={100 * EFFICIENCY.max}
        error={error ?? (change.isError ? errorMessage(change.error) : null)}
        onChange={setTyped}
      />
      {typed === number(stored, 1) || typed === String(stored) ? null : (
        <Button type="submit" busy={change.isPending && text.saving}>
          {text.saveEfficiency}
        </Button>
      )}
    </form>
  )
}
