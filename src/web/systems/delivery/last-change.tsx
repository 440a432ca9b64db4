/** The delivery of the last change of a system's settings. */
import type { SystemView } from '#contract/systems.ts'
import { DeliverySteps } from '../../shared/delivery/delivery-steps.tsx'
import { deliveryOf } from '../../shared/delivery/delivery.text.ts'
import type { Delivery } from '../../shared/delivery/delivery.text.ts'
import { classNames } from '../../ui/class-names.ts'
import css from './last-change.module.css'
import { inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { text } from './changes.text.ts'

/** The delivery of exactly the settings that were sent, even if there are newer ones. */
export function deliveryAt(system: SystemView | undefined, settingsRev: number): Delivery {
  const newestRev = system?.desired?.settings_rev ?? 0
  const newest = system && newestRev === settingsRev ? deliveryOf(system) : null
  if (newest) return newest
  const link = { online: system?.online ?? true, lastSeen: system?.last_seen ?? null }
  return { state: newestRev > settingsRev ? 'superseded' : 'saved', times: null, code: null, ...link }
}

export interface LastChangeProps {
  system: SystemView
  unit: DepthUnit
  now: number
}

export function LastChange({ system, unit, now }: LastChangeProps) {
  const delivery = deliveryOf(system)
  const { desired } = system
  return (
    <section aria-labelledby="last-change" className={classNames(css.change, css.last)}>
      <h3 id="last-change">{text.lastChange}</h3>
      {delivery && desired ? (
        <>
          <p className={css.asked}>{inOneLine(desired, unit)}</p>
          <DeliverySteps delivery={delivery} now={now} timeZone={system.time_zone} brief />
        </>
      ) : (
        <p className={css.soft}>{text.nothingSent}</p>
      )}
    </section>
  )
}
