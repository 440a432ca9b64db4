/** Light, dark or sunlight: as the device wants it, or by hand. */
import { createStore } from 'zustand/vanilla'
import type { Preferences } from '../../contract/accounts.ts'
import { browserStorage } from './storage.ts'

export type Theme = Preferences['theme']
export const themes = ['system', 'light', 'dark', 'sunlight'] as const satisfies Theme[]

const KEY = 'theme'

export function storedTheme(): Theme {
  const held = browserStorage().getItem(KEY)
  return themes.find((theme) => theme === held) ?? 'system'
}

/** The theme that is shown. */
export const shownTheme = createStore<Theme>(() => storedTheme())

/** Shows a theme and remembers it on this device. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  browserStorage().setItem(KEY, theme)
  shownTheme.setState(theme, true)
}
