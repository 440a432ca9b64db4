/** How geofences are written. */
import type { Geofence } from '#contract/geofences.ts'
import { number } from '../../kit/formats.ts'

/** A per cent sign without a space, as the map's label shows it. */
export function percentText(percent: number | null): string {
  return percent === null ? '–%' : `${number(percent, 0)}%`
}

/** @example geofenceText({ name: 'Wet corner', prescription: 60, enabled: false }) // 'Wet corner – 60% (disabled)' */
export function geofenceText({
  name,
  prescription,
  enabled,
}: Pick<Geofence, 'name' | 'prescription' | 'enabled'>) {
  return `${name} – ${percentText(prescription)}${enabled ? '' : ' (disabled)'}`
}
