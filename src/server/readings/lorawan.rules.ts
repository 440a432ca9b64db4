/** Converts an uplink of The Things Stack into readings: per cent to m3/m3, litres to m3, device to probe. */
import type { LorawanUplink } from '../../contract/readings.ts'
import { Problem } from '../kit/problem.ts'
import { besideTheSoil, type Incoming } from './measured.ts'
import { toCubicMetres } from './moisture-unit.ts'

/** The probe of a radio device, as configured. */
export interface LorawanDevice {
  deviceId: string
  probe: number
  /** For a device that does not report its depth; cm. */
  depthCm: number | null
}

/** Device ids as in The Things Stack. */
export const DEVICE_ID = /^[a-z0-9](?:-?[a-z0-9]){1,63}$/

/** A device named after its EUI ends in digits by chance. */
const BY_CHANCE = /^eui-|^[0-9a-f]{16}$/
const NUMBER_AT_END = /(?:^|-)(?:p|probe)?(\d{1,6})$/

/**
 * @returns the number at the end of a device's name, null when there is no reliable one
 * @example probeInName('soil-probe-07') // 7
 */
export function probeInName(deviceId: string): number | null {
  const found = BY_CHANCE.test(deviceId) ? undefined : NUMBER_AT_END.exec(deviceId)?.[1]
  return found === undefined ? null : Number(found)
}

type Measurement = NonNullable<NonNullable<LorawanUplink['uplink_normalized']>['normalized_payload']>

/**
 * The supported measurements of a normalised payload; none for others. The time is that of the
 * measurement, else the network's: both are equal when the message is delivered again.
 *
 * @param storedDevice the device's configuration
 * @throws Problem('radio_device_unknown') without a number, Problem('radio_depth_unknown') without a depth
 */
export function readingsOf(uplink: LorawanUplink, storedDevice: LorawanDevice | undefined): Incoming[] {
  const { uplink_message: message, uplink_normalized: single } = uplink
  const payloads = [
    ...(message?.normalized_payload ?? []),
    ...(single?.normalized_payload ? [single.normalized_payload] : []),
  ]
  const receivedAt = message?.received_at ?? single?.received_at ?? uplink.received_at ?? ''
  return payloads.flatMap((payload) => {
    const at = payload.time ?? receivedAt
    return [...soilOf(uplink, payload, at, storedDevice), ...besideOf(uplink, payload, at, storedDevice)]
  })
}

function probeOf(
  { end_device_ids: { device_id: device } }: LorawanUplink,
  storedDevice: LorawanDevice | undefined,
) {
  const probe = storedDevice?.probe ?? probeInName(device)
  if (probe === null) throw new Problem('radio_device_unknown', { particular: `device ${device}` })
  return probe
}

function soilOf(
  uplink: LorawanUplink,
  { soil }: Measurement,
  at: string,
  storedDevice: LorawanDevice | undefined,
): Incoming[] {
  if (!soil || [soil.moisture, soil.temperature, soil.ec].every((figure) => figure === undefined)) return []
  const particular = `device ${uplink.end_device_ids.device_id}`
  const probe = probeOf(uplink, storedDevice)
  const depthCm = typeof soil.depth === 'number' && soil.depth > 0 ? soil.depth : storedDevice?.depthCm
  if (depthCm === undefined || depthCm === null) throw new Problem('radio_depth_unknown', { particular })
  if (depthCm > 1000) throw new Problem('readings_malformed', { particular: `${particular}: ${depthCm} cm` })
  const { moisture, temperature, ec } = soil
  const vwc = typeof moisture === 'number' ? toCubicMetres(moisture, '%') : moisture
  return [{ probe, depthCm, at, vwc, temperatureC: temperature, ec }]
}

const LITRES_PER_M3 = 1000

/** Rain and water are counters; values that are not numbers are ignored. */
function besideOf(
  uplink: LorawanUplink,
  { battery, rain, metering }: Measurement,
  at: string,
  storedDevice: LorawanDevice | undefined,
): Incoming[] {
  const [millimetres, litres] = [rain?.cumulative, metering?.water?.total]
  const figures = {
    ...(typeof battery === 'number' ? { battery } : {}),
    ...(typeof millimetres === 'number' ? { rainTotal: millimetres } : {}),
    ...(typeof litres === 'number' ? { volume: litres / LITRES_PER_M3 } : {}),
  }
  return Object.keys(figures).length === 0 ? [] : besideTheSoil(figures, probeOf(uplink, storedDevice), at)
}
