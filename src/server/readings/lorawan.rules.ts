/** Turns an uplink of The Things Stack into readings: per cent to m3/m3, its device to a probe. */
import type { LorawanUplink } from '../../contract/readings.ts'
import { Problem } from '../kit/problem.ts'
import { toCubicMetres } from './moisture-unit.ts'
import type { IncomingReading } from './reading-check.ts'

/** Which probe a radio device is, as the provider said. */
export interface LorawanDevice {
  deviceId: string
  probe: number
  /** Of a device that does not tell its depth; cm. */
  depthCm: number | null
}

/** As The Things Stack names devices. */
export const DEVICE_ID = /^[a-z0-9](?:-?[a-z0-9]){1,63}$/

/** A device that is named after its EUI ends in digits by chance. */
const BY_CHANCE = /^eui-|^[0-9a-f]{16}$/
const NUMBER_AT_END = /(?:^|-)(?:p|probe)?(\d{1,6})$/

/**
 * @returns the number at the end of a device's name, null where there is none to rely on
 * @example probeInName('soil-probe-07') // 7
 */
export function probeInName(deviceId: string): number | null {
  const found = BY_CHANCE.test(deviceId) ? undefined : NUMBER_AT_END.exec(deviceId)?.[1]
  return found === undefined ? null : Number(found)
}

/**
 * The measurements of soil in an uplink; none when it carries no normalised ones. Their time is that of the
 * measurement, else the one when the network heard it: both are the same when the message is delivered again.
 *
 * @param known what the provider said of the device
 * @throws Problem('radio_device_unknown') without a number, Problem('radio_depth_unknown') without a depth
 */
export function readingsOf(uplink: LorawanUplink, known: LorawanDevice | undefined): IncomingReading[] {
  const message = uplink.uplink_message
  const measured = (message?.normalized_payload ?? []).flatMap(({ soil, time }) =>
    soil && hasFigure(soil) ? [{ soil, time }] : [],
  )
  if (measured.length === 0) return []
  const { device_id: device } = uplink.end_device_ids
  const particular = `device ${device}`
  const probe = known?.probe ?? probeInName(device)
  if (probe === null) throw new Problem('radio_device_unknown', { particular })
  const heard = message?.received_at ?? uplink.received_at ?? ''
  return measured.map(({ soil, time }) => {
    const { moisture, temperature, ec } = soil
    const depthCm = typeof soil.depth === 'number' && soil.depth > 0 ? soil.depth : known?.depthCm
    if (depthCm === undefined || depthCm === null) throw new Problem('radio_depth_unknown', { particular })
    if (depthCm > 1000)
      throw new Problem('readings_malformed', { particular: `${particular}: ${depthCm} cm` })
    return {
      probe,
      depthCm,
      at: time ?? heard,
      vwc: typeof moisture === 'number' ? toCubicMetres(moisture, '%') : moisture,
      temperatureC: temperature,
      ec,
    }
  })
}

function hasFigure({
  moisture,
  temperature,
  ec,
}: {
  moisture?: unknown
  temperature?: unknown
  ec?: unknown
}) {
  return moisture !== undefined || temperature !== undefined || ec !== undefined
}
