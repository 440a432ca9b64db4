/** Flow and pressure of a machine now, beside what its prescription foretells for the place of the arm, and its pump. */
import { sectorOf } from '#agronomy/pivot/pivot-geometry.ts'
import { GPM_PER_LPS } from '#agronomy/units.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { usePrescription } from '../../api/prescriptions.ts'
import { usePumpOf } from '../../api/pumps.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './water-settings.module.css'
import { drawSentence, flowDifference, flowText, pressureText } from '../../shared/pump/pump.text.ts'

/** @param system one whose telemetry is of now */
export function FlowNow({ system }: { system: SystemView }) {
  const { unit } = useUnit()
  const { data } = usePrescription(system.name, true)
  const pump = usePumpOf(system.name)
  const { telemetry } = system
  if (!telemetry) return null
  const { flow_lps: lps, pressure_kpa: kpa, wet } = telemetry
  const measured = lps == null ? null : lps * GPM_PER_LPS
  const predicted = data?.totals?.sector_flow_gpm?.[sectorOf(telemetry.angle_deg)] ?? null
  const runs = data !== undefined && system.reported?.rev === data.rev && !system.reported.fallback
  const beside = wet && runs && measured !== null && predicted !== null
  const difference = beside ? flowDifference(measured, predicted) : null
  const shared = pump && pump.systems.length + pump.others > 1 ? drawSentence(pump, unit) : null
  return (
    <>
      {wet && (measured !== null || kpa != null) ? (
        <p className={css.flow}>
          {measured === null ? null : (
            <span>
              <span className={css.soft}>Flow</span> <strong>{flowText(measured, unit)}</strong>
              {difference && !difference.differs ? (
                <span className={css.soft}>, {difference.words}</span>
              ) : null}
            </span>
          )}
          {kpa == null ? null : (
            <span>
              <span className={css.soft}>Pressure</span> <strong>{pressureText(kpa, unit)}</strong>
            </span>
          )}
        </p>
      ) : null}
      {difference?.differs && predicted !== null ? (
        <Notice tone="attention">
          The flow is {difference.words}: predicted here were {flowText(predicted, unit)}. Look at valves,
          nozzles and the pump.
        </Notice>
      ) : null}
      {shared ? shared.bad ? <Notice tone="attention">{shared.words}</Notice> : <p>{shared.words}</p> : null}
    </>
  )
}
