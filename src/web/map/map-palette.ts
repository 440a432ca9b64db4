/** Colours of the map, from the tokens of the current theme. */
import { useEffect, useState } from 'react'

const TOKENS = {
  land: '--map-land',
  water: '--map-water',
  border: '--map-border',
  ink: '--ink',
  paper: '--surface',
  brand: '--brand',
  onBrand: '--on-brand',
  fence: '--map-fence',
  fenceLine: '--map-fence-line',
  soilLight: '--map-soil-light',
  soilHeavy: '--map-soil-heavy',
  off: '--stopped',
  fault: '--fault',
  attention: '--attention',
} as const

export type MapPalette = Record<keyof typeof TOKENS, string>

/** The current value of a token: the browser resolves `light-dark()` only in a real property. */
function resolved(): MapPalette {
  const probe = document.createElement('span')
  // forced colours would make them all the same, and the map blank
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, colour(token)])
  probe.remove()
  return { ...emptyPalette, ...Object.fromEntries(entries) }
}

const emptyPalette: MapPalette = {
  land: '',
  water: '',
  border: '',
  ink: '',
  paper: '',
  brand: '',
  onBrand: '',
  fence: '',
  fenceLine: '',
  soilLight: '',
  soilHeavy: '',
  off: '',
  fault: '',
  attention: '',
}

const PREFERENCES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']

export function useMapPalette(): MapPalette {
  const [palette, setPalette] = useState(resolved)
  useEffect(() => {
    const update = () => setPalette(resolved())
    const themeObserver = new MutationObserver(update)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const preferences = PREFERENCES.map((preference) => matchMedia(preference))
    for (const preference of preferences) preference.addEventListener('change', update)
    return () => {
      themeObserver.disconnect()
      for (const preference of preferences) preference.removeEventListener('change', update)
    }
  }, [])
  return palette
}
