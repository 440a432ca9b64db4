/** The timer and hours that an application rate means on this machine. */
import { applicationRate } from '#contract/systems.ts'
import type { SystemView } from '#contract/systems.ts'
import { number, quantity } from '../../kit/formats.ts'
import { passAt } from '../status/pass-figures.ts'
import css from './rate-figures.module.css'
import { depth } from '../text/depth.ts'
import { text } from './settings.text.ts'
import type { DepthUnit } from './settings.text.ts'

export interface RateFiguresProps {
  system: SystemView
  rateIn: number | null
  unit: DepthUnit
  /** Whether the controller sets the timer; otherwise it must be set on the panel. */
  speedControl: boolean
}

export function RateFigures({ system, rateIn, unit, speedControl }: RateFiguresProps) {
  const pass = applicationRate.safeParse(rateIn).success ? passAt(system, rateIn) : null
  if (!pass) return null
  return (
    <div className={css.figures}>
      <dl className={css.list}>
        <div>
          <dt>{text.timer}</dt>
          <dd>{quantity(pass.timerPercent, '%', 1)}</dd>
        </div>
        <div>
          <dt>{text.hoursPerRevolution}</dt>
          <dd>{number(pass.revolutionHours, 1)}</dd>
        </div>
        {pass.passHours === null ? null : (
          <div>
            <dt>{text.hoursPerPass}</dt>
            <dd>{number(pass.passHours, 1)}</dd>
          </div>
        )}
      </dl>
      <p className={css.note}>
        {pass.belowLowest
          ? text.fullTimerApplies(depth(pass.lowestDepthIn, unit))
          : speedControl
            ? text.timerBySpeedControl
            : text.setPanel}
      </p>
    </div>
  )
}
