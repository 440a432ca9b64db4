/** 'Test Pattern': waters the ring of one tower only, to check its valves. */
import { useState } from 'react'
import { pivotOf } from '#contract/pivot.ts'
import { MAX_TOWERS, TEST_PATTERN_MS } from '#contract/limits.ts'
import type { SystemView, Towers } from '#contract/systems.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EDGE, fieldDrawing, ringDrawing } from '../../shared/pivot/pivot-drawing.ts'
import { testedTower, text } from './settings.text.ts'
import css from './test-pattern-dialog.module.css'

export const TEST_MINUTES = TEST_PATTERN_MS / 60_000

export interface TestPatternDialogProps {
  open: boolean
  towers: Towers
  /** The machine, if loaded. */
  system: SystemView | undefined
  onConfirm: (tower: number | null) => void
  onCancel: () => void
  /** Closed by the X or Esc, without a change. */
  onClose: () => void
}

export function TestPatternDialog(props: TestPatternDialogProps) {
  return props.open ? <OpenTestPatternDialog {...props} /> : null
}

function OpenTestPatternDialog({ towers, system, onConfirm, onCancel, onClose }: TestPatternDialogProps) {
  const [chosenTower, setChosenTower] = useState(() => testedTower({ towers }))
  const count = system?.tower_radii_m.length ?? MAX_TOWERS
  return (
    <Dialog
      open
      title={text.testPattern}
      onClose={onClose}
      closeLabel={text.closeUnchanged}
      actions={
        <>
          <Button onClick={onCancel}>{text.cancel}</Button>
          <Button variant="primary" onClick={() => onConfirm(chosenTower)}>
            {text.confirmTestPattern}
          </Button>
        </>
      }
    >
      <p>{text.testPatternText(TEST_MINUTES)}</p>
      {system ? <ChosenRing system={system} tower={chosenTower} /> : null}
      <fieldset aria-label={text.towers} className={css.towers}>
        {Array.from({ length: MAX_TOWERS }, (_, index) => index + 1).map((tower) => (
          <Button
            key={tower}
            pressed={tower === chosenTower}
            disabled={tower > count}
            className={css.tower}
            onClick={() => setChosenTower(tower === chosenTower ? null : tower)}
          >
            {text.tower(tower)}
            <span className={css.state}>
              {tower > count
                ? ` ${text.notOnMachine}`
                : tower === chosenTower
                  ? ` ${text.on}`
                  : ` ${text.off}`}
            </span>
          </Button>
        ))}
      </fieldset>
      <p className={css.soft}>{text.cancelTurnsOff}</p>
    </Dialog>
  )
}

function ChosenRing({ system, tower }: { system: SystemView; tower: number | null }) {
  const shape = pivotOf(system)
  const { edge, rings } = fieldDrawing(shape)
  const half = EDGE + 3
  return (
    <svg className={css.field} viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`} aria-hidden="true">
      <path className={css.ground} d={edge} />
      {tower === null ? null : <path className={css.watered} d={ringDrawing(shape, tower)} />}
      {rings.map((ring) => (
        <path key={ring} className={css.ring} d={ring} />
      ))}
      <path className={css.ring} d={edge} />
      <circle className={css.pivot} r={4} />
    </svg>
  )
}
