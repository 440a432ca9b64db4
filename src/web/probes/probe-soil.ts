/** The soil around a probe in words. */
import type { SensorProbe } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { limitsText, textureText } from '../shared/soil/soil-limits.ts'
import { say } from './probe.text.ts'

/** A probe as the server knows it, and the system in which it stands. */
export interface KnownProbe {
  readonly system: SystemView
  readonly probe: SensorProbe
}

/** The limits in force and where they come from. */
export function soilText({ system, probe }: KnownProbe): string {
  const limits = limitsText(probe.field_capacity, probe.wilting_point)
  if (probe.soil_source === 'probe') return say.soilSetProbe(limits)
  if (probe.soil_zone)
    return say.soilSoilZone(
      limits,
      probe.soil_zone.confirmed ? say.ofWord : say.guessedFor,
      probe.soil_zone.name,
    )
  if (probe.soil_source === 'system') return say.soilAsSet(limits, system.name)
  return say.soilAssumedTexture(limits, system.name, textureText(system.texture).toLowerCase())
}
