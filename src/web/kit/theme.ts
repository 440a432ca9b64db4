/** Light, dark or sunlight theme: by device setting or by choice. */
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Preferences } from '../../contract/accounts/accounts.ts'
import { browserStorage } from './storage.ts'

export type Theme = Preferences['theme']
export const themes = ['system', 'light', 'dark', 'sunlight'] as const satisfies Theme[]

const KEY = 'theme'

export function storedTheme(): Theme {
  const stored = browserStorage().getItem(KEY)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** The current theme. */
export const shownTheme = createStore<Theme>(() => storedTheme())

/** Applies a theme and stores it on this device. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  browserStorage().setItem(KEY, theme)
  shownTheme.setState(theme, true)
}

const QUERIES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'] as const

function isDark(): boolean {
  const theme = shownTheme.getState()
  if (theme !== 'system') return theme === 'dark'
  const [dark, contrast] = QUERIES.map((query) => matchMedia(query).matches)
  return dark === true && contrast !== true
}

function subscribe(changed: () => void): () => void {
  const queries = QUERIES.map((query) => matchMedia(query))
  const unsubscribe = shownTheme.subscribe(changed)
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    unsubscribe()
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

/** Whether the page is dark: by the chosen theme, else the device's; increased contrast is always light. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}
