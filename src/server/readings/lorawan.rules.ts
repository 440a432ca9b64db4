/** Turns an uplink of The Things Stack into readings: per cent to m3/m3, litres to m3, its device to a probe. */
import type { LorawanUplink } from '../../contract/readings.ts'
import { Problem } from '../kit/problem.ts'
import { besideTheSoil, type Incoming } from './measured.ts'
import { toCubicMetres } from './moisture-unit.ts'

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

type Measurement = NonNullable<NonNullable<LorawanUplink['uplink_normalized']>['normalized_payload']>

/**
 * What a normalised payload measured of what is kept; none where it measured something else. The time is that of the
 * measurement, else the one when the network heard it: both are the same when the message is delivered again.
 *
 * @param known what the provider said of the device
 * @throws Problem('radio_device_unknown') without a number, Problem('radio_depth_unknown') without a depth
 */
export function readingsOf(uplink: LorawanUplink, known: LorawanDevice | undefined): Incoming[] {
  const { uplink_message: message, uplink_normalized: single } = uplink
  const measured = [
    ...(message?.normalized_payload ?? []),
    ...(single?.normalized_payload ? [single.normalized_payload] : []),
  ]
  const heard = message?.received_at ?? single?.received_at ?? uplink.received_at ?? ''
  return measured.flatMap((each) => {
    const at = each.time ?? heard
    return [...soilOf(uplink, each, at, known), ...besideOf(uplink, each, at, known)]
  })
}

function probeOf({ end_device_ids: { device_id: device } }: LorawanUplink, known: LorawanDevice | undefined) {
  const probe = known?.probe ?? probeInName(device)
  if (probe === null) throw new Problem('radio_device_unknown', { particular: `device ${device}` })
  return probe
}

function soilOf(
  uplink: LorawanUplink,
  { soil }: Measurement,
  at: string,
  known: LorawanDevice | undefined,
): Incoming[] {
  if (!soil || [soil.moisture, soil.temperature, soil.ec].every((figure) => figure === undefined)) return []
  const particular = `device ${uplink.end_device_ids.device_id}`
  const probe = probeOf(uplink, known)
  const depthCm = typeof soil.depth === 'number' && soil.depth > 0 ? soil.depth : known?.depthCm
  if (depthCm === undefined || depthCm === null) throw new Problem('radio_depth_unknown', { particular })
  if (depthCm > 1000) throw new Problem('readings_malformed', { particular: `${particular}: ${depthCm} cm` })
  const { moisture, temperature, ec } = soil
  const vwc = typeof moisture === 'number' ? toCubicMetres(moisture, '%') : moisture
  return [{ probe, depthCm, at, vwc, temperatureC: temperature, ec }]
}

const LITRES_PER_M3 = 1000

/** Rain and water are counters; what is no figure is not there. */
function besideOf(
  uplink: LorawanUplink,
  { battery, rain, metering }: Measurement,
  at: string,
  known: LorawanDevice | undefined,
): Incoming[] {
  const [millimetres, litres] = [rain?.cumulative, metering?.water?.total]
  const figures = {
    ...(typeof battery === 'number' ? { battery } : {}),
    ...(typeof millimetres === 'number' ? { rainTotal: millimetres } : {}),
    ...(typeof litres === 'number' ? { volume: litres / LITRES_PER_M3 } : {}),
  }
  return Object.keys(figures).length === 0 ? [] : besideTheSoil(figures, probeOf(uplink, known), at)
}
