/** Whether what is shown is dark: the theme chosen by hand, else what the device wants; more contrast is always light. */
import { useSyncExternalStore } from 'react'
import { shownTheme } from './theme.ts'

const QUERIES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'] as const

function isDark(): boolean {
  const theme = shownTheme.getState()
  if (theme !== 'system') return theme === 'dark'
  const [dark, contrast] = QUERIES.map((query) => matchMedia(query).matches)
  return dark === true && contrast !== true
}

function subscribe(changed: () => void): () => void {
  const queries = QUERIES.map((query) => matchMedia(query))
  const forget = shownTheme.subscribe(changed)
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    forget()
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}
