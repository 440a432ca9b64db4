/** Light, dark or sunlight: as the device wants it, or by hand. */
import type { Preferences } from '../../contract/accounts.ts'
import { browserStorage } from './storage.ts'

export type Theme = Preferences['theme']
export const themes = ['system', 'light', 'dark', 'sunlight'] as const satisfies Theme[]

const KEY = 'theme'

export function storedTheme(): Theme {
  const held = browserStorage().getItem(KEY)
  return themes.find((theme) => theme === held) ?? 'system'
}

/** Shows a theme and remembers it on this device. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  browserStorage().setItem(KEY, theme)
}
