/** Texts of geofences. */
import type { Geofence } from '#contract/geofences.ts'
import { quantity } from '../../kit/formats.ts'
import { text } from './layers.text.ts'

/** As on the map's label: a space before the per cent sign only in French. */
export function percentText(percent: number | null): string {
  return percent === null ? '–%' : quantity(percent, '%', 0)
}

/** @example geofenceText({ name: 'Wet corner', prescription: 60, enabled: false }) // 'Wet corner – 60% (disabled)' */
export function geofenceText({
  name,
  prescription,
  enabled,
}: Pick<Geofence, 'name' | 'prescription' | 'enabled'>) {
  return `${name} – ${percentText(prescription)}${enabled ? '' : ` (${text.disabled})`}`
}
