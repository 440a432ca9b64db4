/** What became of the last change of a system's settings. */
import type { SystemView } from '../../contract/systems.ts'
import { quantity } from '../kit/formats.ts'
import { DeliveryLadder } from './delivery-ladder.tsx'
import type { Delivery } from './delivery-words.ts'
import css from './last-change.module.css'

/** The ladder of a system's newest setting; null when none was ever made. */
export function deliveryOf(system: SystemView): Delivery | null {
  if (!system.desired || !system.delivery) return null
  const { delivery: state, delivery_times: times, delivery_code: code, online, last_seen: lastSeen } = system
  return { state, times, code, online, lastSeen }
}

export function LastChange({ system, now }: { system: SystemView; now: number }) {
  const delivery = deliveryOf(system)
  const { desired } = system
  return (
    <section aria-labelledby="last-change" className={css.change}>
      <h3 id="last-change">Last change</h3>
      {delivery && desired ? (
        <>
          <p className={css.soft}>
            {desired.is_system_on ? 'System ON' : 'System OFF, 100 % everywhere'},{' '}
            {quantity(desired.application_rate, 'inches')}
          </p>
          <DeliveryLadder delivery={delivery} now={now} timeZone={system.time_zone} />
        </>
      ) : (
        <p className={css.soft}>Nothing has been sent to this system yet.</p>
      )}
    </section>
  )
}
