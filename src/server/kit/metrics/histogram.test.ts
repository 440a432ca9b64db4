/** Histograms print the same text as those of the metrics library. */
import { Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createHistogram } from './histogram.ts'

const DESCRIBED = { name: 'waited_seconds', help: 'How long it took.', buckets: [0.005, 0.1, 1, 2.5] }
const ODD = 'a "quoted" \\ path\nin two lines'

describe('a histogram', () => {
  it('prints what the library prints for the same observations', async () => {
    const registry = new Registry()
    const theirs = new Histogram({ ...DESCRIBED, labelNames: ['method', 'route'], registers: [registry] })
    const ours = createHistogram({ ...DESCRIBED, labels: ['method', 'route'] })
    for (const route of ['/a', ODD])
      for (const value of [0, 0.005, 0.0051, 0.1, 0.7, 2.5, 2.6, 40]) {
        theirs.observe({ method: 'GET', route }, value)
        ours.series({ method: 'GET', route })(value)
      }
    expect(ours.text()).toBe(await registry.metrics())
  })

  it('needs no labels, and no observation', async () => {
    const registry = new Registry()
    const theirs = new Histogram({ ...DESCRIBED, registers: [registry] })
    const ours = createHistogram({ ...DESCRIBED, labels: [] })
    const observe = ours.series({})
    expect(ours.text()).toBe(await registry.metrics())
    for (const value of [0.05, 3]) {
      theirs.observe(value)
      observe(value)
    }
    expect(ours.text()).toBe(await registry.metrics())
  })
})
