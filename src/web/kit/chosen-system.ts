/** The selected system: in the address, so that it can be linked and navigated, and remembered across pages. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { browserStorage } from './storage.ts'
import type { KeyedStorage } from './storage.ts'

const SELECTED = 'selectedThing'

export function readSelected(storage: KeyedStorage): string {
  return storage.getItem(SELECTED) ?? ''
}

export function keepSelected(storage: KeyedStorage, system: string): void {
  if (system) storage.setItem(SELECTED, system)
  else storage.removeItem(SELECTED)
}

/** Parses the query string as text only: a system may be called 007, or true. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

function systemOfAddress(search: object): string | null {
  const named: unknown = Reflect.get(search, 'system')
  return typeof named === 'string' && named !== '' ? named : null
}

export interface ChosenSystemOptions {
  /** Whether the only system is chosen automatically. */
  takesOnly?: boolean
  /** Whether every choice adds a history entry. */
  pushes?: boolean
}

/**
 * The chosen one of these systems, '' without one, and a setter; `named` is the one in the URL.
 *
 * @param names undefined while they are fetched
 */
export function useChosenSystem(
  names: readonly string[] | undefined,
  { takesOnly = false, pushes = false }: ChosenSystemOptions = {},
) {
  const navigate = useNavigate()
  const named = useRouterState({ select: ({ location }) => systemOfAddress(location.search) })
  // Null: nothing was chosen here; '': none, by hand.
  const [held, setHeld] = useState(() => ({
    named,
    wanted: named ?? (readSelected(browserStorage()) || null),
  }))
  if (held.named !== named) setHeld({ named, wanted: named ?? (held.wanted === '' ? '' : null) })

  const only = takesOnly && names?.length === 1 && held.wanted !== '' ? names[0] : undefined
  const name = (held.wanted && names?.includes(held.wanted) ? held.wanted : only) ?? ''
  useEffect(() => {
    if (name) keepSelected(browserStorage(), name)
  }, [name])

  const choose = (wanted: string) => {
    setHeld({ named, wanted })
    keepSelected(browserStorage(), wanted)
    // The page has already asked about unsaved changes.
    void navigate({
      to: '.',
      search: wanted ? { system: wanted } : {},
      replace: !pushes,
      ignoreBlocker: true,
    })
  }
  /** The wanted system if it is not among these. */
  const missing = held.wanted && names && !names.includes(held.wanted) ? held.wanted : null
  return { name, missing, choose, named }
}
