/** Local storage, or memory where that is refused (private windows, full disks) and while a provider views a customer's screens. */

export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function memoryStorage(): KeyedStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** The response that opens a read-only view. */
interface OpenedView {
  access: string
  name: string
  ends_at: string
}

export const VIEWING_KEY = 'viewing'

/** The customer whose screens a provider views in this tab; null for one's own. */
export const viewing: OpenedView | null = openedView()

function openedView(): OpenedView | null {
  try {
    const [access, ends_at, name] = sessionStorage.getItem(VIEWING_KEY)?.split('\n') ?? []
    return access && ends_at && name ? { access, ends_at, name } : null
  } catch {
    return null
  }
}

/** Back to the provider's own pages. */
export function endViewing(to: string): void {
  sessionStorage.removeItem(VIEWING_KEY)
  window.location.assign(to)
}

/** Display preferences are the provider's own; everything else in that tab is the customer's, and is dropped with it. */
const OWN_PREFERENCES = ['theme', 'language']
let viewedStorage: KeyedStorage | null = null

function viewStorage(access: string): KeyedStorage {
  const storage = memoryStorage()
  storage.setItem('access', access)
  for (const key of OWN_PREFERENCES) {
    const preference = localStorage.getItem(key)
    if (preference !== null) storage.setItem(key, preference)
  }
  return storage
}

/** Local storage if it is writable; memory while a provider views a customer's screens. */
export function browserStorage(): KeyedStorage {
  if (viewing) return (viewedStorage ??= viewStorage(viewing.access))
  const probe = 'headgate-probe'
  try {
    localStorage.setItem(probe, probe)
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return memoryStorage()
  }
}
