/** Texts about pivots. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('pivot', {
  settings: 'Settings',
  geofences: 'Geofences',
  soilZones: 'Soil zones',
  probes: 'Probes',
  graphs: 'Graphs',
  pastWeeks: 'Past weeks',
  liveMap: 'Live map',
  linksOf: (system: Figure) => `More of ${system}`,
})
