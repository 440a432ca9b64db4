/** Who stands alone with its word. */
import { describe, expect, it } from 'vitest'
import { probeDoubts } from './probe-agreement.ts'

const row = (shares: readonly number[], watered: readonly number[] = []) =>
  shares.map((share, i) => ({ x: 100 * i, y: 0, share, watched: true, watered: watered.includes(i) }))
const doubts = (...of: Parameters<typeof row>) => probeDoubts(row(...of)).map((each) => each?.doubt ?? null)

describe('a probe', () => {
  it.each([
    ['agrees where it is like some neighbour', [0.5, 0.9, 0.88, 0.4], [null, null, null, null]],
    ['is alone where it is wetter than all', [0.5, 0.86, 0.4, 0.5], [null, 'WETTER', null, null]],
    ['is not for less', [0.5, 0.85, 0.4, 0.5], [null, null, null, null]],
    ['is alone where it is drier than all', [0.5, 0.5, -0.1, 0.5], [null, null, 'DRIER', null]],
    ['is doubted for being wet, not for the other being dry', [0.9, 0.4], ['WETTER', null]],
    ['is the only one', [0.9], ['ONLY']],
  ])('%s', (_, shares, expected) => {
    expect(doubts(shares)).toEqual(expected)
  })

  it('is explained by water that came there', () => {
    expect(doubts([0.5, 1, 0.4, 0.5], [1])).toEqual([null, null, null, null])
  })

  it('is not judged before it was watched', () => {
    const field = row([0.5, 0.9, 0.4, -0.2]).map((probe) => ({ ...probe, watched: false }))
    expect(probeDoubts(field)).toEqual([null, null, null, null])
  })

  it('is judged by its three nearest, wherever the others are', () => {
    expect(doubts([0.9, 0.4, 0.4, 0.4, 0.9])).toEqual(['WETTER', null, null, null, 'WETTER'])
  })

  it('comes with what its neighbours say', () => {
    expect(probeDoubts(row([0.5, 0.9, 0.4]))[1]).toEqual({ doubt: 'WETTER', neighbours: [0.4, 0.5] })
    expect(probeDoubts([])).toEqual([])
  })
})
