/** Inches or millimetres: the unit in which this person reads and types depths. */
import { useState } from 'react'
import { useChooseUnit, useUnit } from '../../api/preferences.ts'
import { classNames } from '../../ui/class-names.ts'
import { unitWords } from './settings.text.ts'
import type { DepthUnit } from './settings.text.ts'
import css from './unit-choice.module.css'

const units = ['in', 'mm'] as const satisfies DepthUnit[]

export function UnitChoice() {
  const { unit } = useUnit()
  const choose = useChooseUnit()
  // The mark moves with the press; the numbers follow as soon as the cache has told them.
  const [pressed, setPressed] = useState<DepthUnit | null>(null)
  const shown = pressed ?? unit
  const press = (one: DepthUnit) => {
    setPressed(one)
    choose.mutate(one, { onSettled: () => setPressed(null) })
  }
  return (
    <div className={css.row}>
      <span id="depth-unit" className={css.label}>
        Depths in
      </span>
      <div role="radiogroup" aria-labelledby="depth-unit" className={css.choice}>
        {units.map((one) => (
          <label key={one} className={classNames(css.option, one === shown && css.chosen)}>
            <input
              type="radio"
              name="depth-unit"
              value={one}
              checked={one === shown}
              onChange={() => press(one)}
              className={css.input}
            />
            {unitWords[one]}
          </label>
        ))}
      </div>
    </div>
  )
}
