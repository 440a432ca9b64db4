/** LRU cache of factored probe layouts, bounded by bytes. */

/** Something kept under a key. */
export interface Kept {
  bytes: number
  /** Gives back what is not garbage collected. */
  drop(): void
}

export interface LayoutCache<T extends Kept> {
  /** What is kept under the key, and is now the last one used. */
  find(key: string): T | undefined
  /** Makes room. @returns false when so much is never kept */
  makeRoom(bytes: number): boolean
  keep(key: string, kept: T): void
  count(): number
  bytes(): number
}

export function createLayoutCache<T extends Kept>(bytesMax: number): LayoutCache<T> {
  // a Map gives its keys back in the order in which they came
  const all = new Map<string, T>()
  let bytes = 0
  return {
    find(key) {
      const kept = all.get(key)
      if (kept) {
        all.delete(key)
        all.set(key, kept)
      }
      return kept
    },
    makeRoom(wanted) {
      if (wanted > bytesMax) return false
      for (const [key, kept] of all) {
        if (bytes + wanted <= bytesMax) break
        all.delete(key)
        bytes -= kept.bytes
        kept.drop()
      }
      return true
    },
    keep(key, kept) {
      all.set(key, kept)
      bytes += kept.bytes
    },
    count: () => all.size,
    bytes: () => bytes,
  }
}
