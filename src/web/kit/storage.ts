/** The browser's local storage, or memory where it is refused (private windows, full disks). */

export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function memoryStorage(): KeyedStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}

/** Local storage that has shown that it takes a value. */
export function browserStorage(): KeyedStorage {
  const probe = 'headgate-probe'
  try {
    localStorage.setItem(probe, probe)
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return memoryStorage()
  }
}
