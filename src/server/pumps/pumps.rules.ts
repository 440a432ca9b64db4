/** What machines draw of a pump. */
import { GPM_PER_LPS } from '../../agronomy/units.ts'
import type { Pump } from '../../contract/pumps.ts'
import type { LinkState } from '../devices/device-link.ts'

interface Drawing {
  link: Pick<LinkState, 'online' | 'telemetry'> | undefined
  /** Full flow of the machine, gpm; null where not known. */
  flowGpm: number | null
}

/** Of the machines that water now; one that does not measure its flow is taken at its full one. */
export function drawNow(machines: Drawing[]): Pump['now'] {
  const running = machines.flatMap(({ link, flowGpm }) => {
    const telemetry = link?.online ? link.telemetry : null
    if (!telemetry?.wet) return []
    const measured = telemetry.flowLps === null ? null : telemetry.flowLps * GPM_PER_LPS
    return [{ flowGpm: measured ?? flowGpm ?? 0, measured: measured !== null }]
  })
  return {
    machines: running.length,
    flow_gpm: running.reduce((sum, { flowGpm }) => sum + flowGpm, 0),
    measured: running.every(({ measured }) => measured),
  }
}
