/** Texts about a probe's soil, tension and battery. */
import type { SensorProbe } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { limitsText, textureText } from '../shared/soil/soil-limits.ts'
import { ago, number } from '../kit/formats.ts'
import { text } from './probe.text.ts'

/** A probe on the server, with its system. */
export interface StoredProbe {
  readonly system: SystemView
  readonly probe: SensorProbe
}

/** The limits in force and their source. */
export function soilText({ system, probe }: StoredProbe): string {
  const limits = limitsText(probe.field_capacity, probe.wilting_point)
  if (probe.soil_source === 'probe') return text.soilOfProbe(limits)
  if (probe.soil_zone)
    return text.soilOfZone(
      limits,
      probe.soil_zone.confirmed ? text.confirmedZone : text.guessedZone,
      probe.soil_zone.name,
    )
  if (probe.soil_source === 'system') return text.soilOfSystem(limits, system.name)
  return text.soilAssumed(limits, system.name, textureText(system.texture).toLowerCase())
}

/** The readings of its tension sensors and how they are used; nothing without any. */
export function tensionText({ system, probe }: StoredProbe, now: number): string | null {
  if (!probe.tension) return null
  const { sensors, curve } = probe.tension
  const readings = sensors.map(({ depth_cm: depth, kpa, at }) =>
    text.tensionAt(number(kpa, 1), depth, ago(at, now, system.time_zone)),
  )
  const use = curve === null ? text.tensionUnusable : text.tensionEstimated(textureText(curve).toLowerCase())
  return `${text.tension(readings.join('; '))} ${use}`
}

export function batteryText({ system, probe }: StoredProbe, now: number): string | null {
  if (!probe.battery) return null
  const { volts, percent, at } = probe.battery
  const parts = [
    ...(volts === null ? [] : [`${number(volts, 2)}\u00A0V`]),
    ...(percent === null ? [] : [`${number(percent, 0)}\u00A0%`]),
  ]
  return text.battery(parts.join(', '), ago(at, now, system.time_zone))
}
