/** The selected system: in the URL, so that it can be linked and is in the history, and remembered across pages. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { browserStorage } from './storage.ts'
import type { KeyedStorage } from './storage.ts'

const SELECTED = 'selectedThing'

export function readSelected(storage: KeyedStorage): string {
  return storage.getItem(SELECTED) ?? ''
}

export function storeSelected(storage: KeyedStorage, system: string): void {
  if (system) storage.setItem(SELECTED, system)
  else storage.removeItem(SELECTED)
}

/** Parses the query string as text only: a system may be called 007, or true. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '')
  const text = new URLSearchParams(params.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

function systemOfAddress(search: object): string | null {
  const fromUrl: unknown = Reflect.get(search, 'system')
  return typeof fromUrl === 'string' && fromUrl !== '' ? fromUrl : null
}

export interface ChosenSystemOptions {
  /** Whether a single system is selected automatically. */
  selectOnly?: boolean
  /** Whether every choice adds a history entry. */
  addsHistory?: boolean
}

/**
 * The chosen one of these systems, '' without one, and a setter; `fromUrl` is the one in the URL.
 *
 * @param names undefined while they are fetched
 */
export function useChosenSystem(
  names: readonly string[] | undefined,
  { selectOnly = false, addsHistory = false }: ChosenSystemOptions = {},
) {
  const navigate = useNavigate()
  const fromUrl = useRouterState({ select: ({ location }) => systemOfAddress(location.search) })
  // Null: nothing was selected here; '': deselected by hand.
  const [selection, setSelection] = useState(() => ({
    fromUrl,
    selected: fromUrl ?? (readSelected(browserStorage()) || null),
  }))
  if (selection.fromUrl !== fromUrl)
    setSelection({ fromUrl, selected: fromUrl ?? (selection.selected === '' ? '' : null) })

  const only = selectOnly && names?.length === 1 && selection.selected !== '' ? names[0] : undefined
  const name = (selection.selected && names?.includes(selection.selected) ? selection.selected : only) ?? ''
  useEffect(() => {
    if (name) storeSelected(browserStorage(), name)
  }, [name])

  const choose = (selected: string) => {
    setSelection({ fromUrl, selected })
    storeSelected(browserStorage(), selected)
    // The page has already warned about unsaved changes.
    void navigate({
      to: '.',
      search: selected ? { system: selected } : {},
      replace: !addsHistory,
      ignoreBlocker: true,
    })
  }
  /** The selected system if it is not among these. */
  const missing =
    selection.selected && names && !names.includes(selection.selected) ? selection.selected : null
  return { name, missing, choose, fromUrl }
}
