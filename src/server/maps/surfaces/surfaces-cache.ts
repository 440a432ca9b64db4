/** LRU cache of factored probe layouts, bounded by bytes. */

/** Something kept under a key. */
export interface Kept {
  bytes: number
  /** Releases what is not garbage collected. */
  drop(): void
}

export interface LayoutCache<T extends Kept> {
  /** The entry of the key, which becomes the most recently used. */
  find(key: string): T | undefined
  /** Evicts others to make room. @returns false when the size exceeds the cache */
  makeRoom(bytes: number): boolean
  keep(key: string, value: T): void
  count(): number
  bytes(): number
}

export function createLayoutCache<T extends Kept>(bytesMax: number): LayoutCache<T> {
  // a Map iterates its keys in insertion order
  const entries = new Map<string, T>()
  let bytes = 0
  return {
    find(key) {
      const found = entries.get(key)
      if (found) {
        entries.delete(key)
        entries.set(key, found)
      }
      return found
    },
    makeRoom(needed) {
      if (needed > bytesMax) return false
      for (const [key, value] of entries) {
        if (bytes + needed <= bytesMax) break
        entries.delete(key)
        bytes -= value.bytes
        value.drop()
      }
      return true
    },
    keep(key, value) {
      entries.set(key, value)
      bytes += value.bytes
    },
    count: () => entries.size,
    bytes: () => bytes,
  }
}
