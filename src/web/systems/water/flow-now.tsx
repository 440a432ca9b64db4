/** Current flow and pressure of a machine, compared with the prediction at the arm's position, and its pump. */
import { pressureAt } from '#agronomy/pivot/pressure-curve.ts'
import { sectorOf } from '#agronomy/pivot/pivot-geometry.ts'
import { GPM_PER_LPS } from '#agronomy/units.ts'
import { PRESSURE_STEADY_MS } from '#contract/limits.ts'
import type { PressureByFlow } from '#contract/pumps.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { usePrescription } from '../../api/prescriptions.ts'
import { usePressureByFlow, useSystemPump } from '../../api/pumps.ts'
import { useNow } from '../../kit/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './water-settings.module.css'
import {
  drawSentence,
  flowDifference,
  flowText,
  pressureDifference,
  pressureText,
} from '../../shared/pump/pump.text.ts'
import { text } from './water-settings.text.ts'

const TICK_MS = 30_000

/** The machine's recent pressure at this flow, kPa; null if unknown, or while pressure is building up. */
function recentPressure(
  { curve, wet_since: since }: PressureByFlow,
  lps: number,
  now: number,
): number | null {
  if (!curve || since === null || now - Date.parse(since) < PRESSURE_STEADY_MS) return null
  const { at_rest_kpa: atRestKpa, fall_kpa: fallKpa, least_lps: leastLps, greatest_lps: greatestLps } = curve
  return pressureAt({ atRestKpa, fallKpa, leastLps, greatestLps }, lps)
}

/** @param system with live telemetry */
export function FlowNow({ system }: { system: SystemView }) {
  const { unit } = useUnit()
  const { data } = usePrescription(system.name, true)
  const pump = useSystemPump(system.name)
  const recent = usePressureByFlow(system.name).data
  const now = useNow(TICK_MS)
  const { telemetry } = system
  if (!telemetry) return null
  const { flow_lps: lps, pressure_kpa: kpa, wet } = telemetry
  const measuredGpm = lps == null ? null : lps * GPM_PER_LPS
  const predicted = data?.totals?.sector_flow_gpm?.[sectorOf(telemetry.angle_deg)] ?? null
  const runsPrescription =
    data !== undefined && system.reported?.rev === data.rev && !system.reported.fallback
  const comparable = wet && runsPrescription && measuredGpm !== null && predicted !== null
  const difference = comparable ? flowDifference(measuredGpm, predicted) : null
  // at the predicted flow; without one, at the measured flow
  const flow = comparable ? predicted : measuredGpm
  const recentKpa = wet && recent && flow ? recentPressure(recent, flow / GPM_PER_LPS, now) : null
  const pressure = kpa != null && recentKpa ? pressureDifference(kpa, recentKpa, unit) : null
  const shared = pump && pump.systems.length + pump.others > 1 ? drawSentence(pump, unit) : null
  return (
    <>
      {wet && (measuredGpm !== null || kpa != null) ? (
        <p className={css.flow}>
          {measuredGpm === null ? null : (
            <span>
              <span className={css.soft}>{text.flow}</span> <strong>{flowText(measuredGpm, unit)}</strong>
              {difference && !difference.differs ? (
                <span className={css.soft}>, {difference.words}</span>
              ) : null}
            </span>
          )}
          {kpa == null ? null : (
            <span>
              <span className={css.soft}>{text.pressure}</span> <strong>{pressureText(kpa, unit)}</strong>
              {pressure && !pressure.differs ? <span className={css.soft}>, {pressure.words}</span> : null}
            </span>
          )}
        </p>
      ) : null}
      {difference?.differs && predicted !== null ? (
        <Notice tone="attention">{text.flowDiffers(difference.words, flowText(predicted, unit))}</Notice>
      ) : null}
      {pressure?.differs ? <Notice tone="attention">{pressure.words}</Notice> : null}
      {shared ? shared.bad ? <Notice tone="attention">{shared.words}</Notice> : <p>{shared.words}</p> : null}
    </>
  )
}
