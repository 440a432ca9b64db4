/** Field capacity and wilting point of a soil zone: explicit ones, else those of its texture. */
import { type SoilLimits, textureLimits } from '../../agronomy/soil/soil-texture.ts'
import type { DrawnSoilZone } from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'

/**
 * Water limits in force, m3/m3: an explicit limit takes precedence over that of the texture.
 *
 * @throws Problem('soil_zone_soil_needed'), Problem('soil_limits_invalid')
 */
export function limitsOfZone(
  soil: Pick<DrawnSoilZone, 'texture' | 'field_capacity' | 'wilting_point'>,
): SoilLimits {
  const preset = soil.texture ? textureLimits(soil.texture) : null
  const fieldCapacity = soil.field_capacity ?? preset?.fieldCapacity
  const wiltingPoint = soil.wilting_point ?? preset?.wiltingPoint
  if (fieldCapacity === undefined || wiltingPoint === undefined)
    throw new Problem('soil_zone_soil_needed', { field: 'texture' })
  if (!(wiltingPoint < fieldCapacity)) throw new Problem('soil_limits_invalid', { field: 'wilting_point' })
  return { fieldCapacity, wiltingPoint }
}
