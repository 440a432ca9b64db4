/** The layout cache is bounded by bytes and evicts the least recently used. */
import { expect, it } from 'vitest'
import { createLayoutCache, type Kept } from './surfaces-cache.ts'

function cacheOf(bytesMax: number) {
  const cache = createLayoutCache<Kept>(bytesMax)
  const dropped: string[] = []
  const keep = (key: string, bytes: number) => {
    if (cache.makeRoom(bytes)) cache.keep(key, { bytes, drop: () => void dropped.push(key) })
  }
  return { cache, dropped, keep }
}

it('evicts the least recently used entries for a new one', () => {
  const { cache, dropped, keep } = cacheOf(10)
  keep('a', 4)
  keep('b', 4)
  expect(cache.find('a')).toBeDefined()
  keep('c', 4)
  expect(dropped).toEqual(['b'])
  expect([cache.find('a'), cache.find('b'), cache.find('c')].map(Boolean)).toEqual([true, false, true])
  expect([cache.count(), cache.bytes()]).toEqual([2, 8])
})

it('never keeps an entry larger than the whole cache, nor evicts others for it', () => {
  const { cache, dropped, keep } = cacheOf(10)
  keep('a', 4)
  keep('b', 11)
  expect([cache.count(), cache.bytes(), dropped]).toEqual([1, 4, []])
})
