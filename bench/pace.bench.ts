/** One customer sends a hundred settings a second, on an otherwise idle server: the effect on others. */
import type { Bench } from './bench.ts'
import { startField } from './field.ts'
import { measureFlood, floodFigures } from './flood.ts'
import { openBrowsers, sendSettings } from './growers.ts'
import { startWorker } from './worker.ts'

const OTHERS = 8
const OTHERS_PER_SECOND = 24
const ROUNDS = 12
const WARM_UP_SECONDS = 15
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60) / ROUNDS

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: OTHERS + 1, systemsEach: 1, controllers: OTHERS + 1 })
    const growers = startWorker('growers.ts')
    try {
      const { url, customers } = field
      const [greedy] = customers.splice(OTHERS)
      if (!greedy) throw new Error('nobody who floods')
      await growers.ask(openBrowsers, { url, growers: customers })
      const calmGrowers = Array.from({ length: OTHERS }, (_, n) => n)
      const plan = { others: calmGrowers, othersPerSecond: OTHERS_PER_SECOND, greedy }
      await growers.ask(sendSettings, {
        growers: calmGrowers,
        perSecond: OTHERS_PER_SECOND,
        seconds: WARM_UP_SECONDS,
      })
      return floodFigures(
        await measureFlood(field, growers, { ...plan, rounds: ROUNDS, secondsEach: SECONDS }),
      )
    } finally {
      await growers.stop()
      await field.stop()
    }
  },
}
