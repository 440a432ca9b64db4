/** One customer sends a hundred settings a second, on an otherwise idle server: the effect on others. */
import type { Bench } from './bench.ts'
import { startField } from './field.ts'
import { acceptedMs, FLOOD_PER_SECOND, floodFigures, measureFlood } from './flood.ts'
import { openBrowsers, sendSettings } from './growers.ts'
import { type MachineWorth, timeWrites } from './machine-worth.ts'
import { ms, quantile, target } from './measure.ts'
import { startWorker } from './worker.ts'

const OTHERS = 8
const OTHERS_PER_SECOND = 24
const ROUNDS = 12
const WARM_UP_SECONDS = 15
const HASHES = 3
const FSYNCS = 3
/** The p99 of a minute is decided by one moment in which the disk stands still. */
const DURABLE = 0.95
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60) / ROUNDS

/** On the disk of the machine, which `control` leaves out. @param writes durable ones of the same time, milliseconds */
function durableFigures(accepted: number[], writes: number[], { hash }: MachineWorth): boolean {
  const [p95, written] = [quantile(accepted, DURABLE), quantile(writes, DURABLE)]
  const limit = HASHES * hash.median + FSYNCS * written
  const units = `${HASHES} hashes of ${ms(hash.median)} and ${FSYNCS} fsyncs of ${ms(written, 2)}, their p95 meanwhile`
  return target(`accepted and on the disk p95 ${ms(p95)}, at most ${ms(limit)}: ${units}`, p95 <= limit)
}

export const bench: Bench = {
  async run(worth) {
    const field = await startField({ customers: OTHERS + 1, systemsEach: 1, controllers: OTHERS + 1 })
    const growers = startWorker('growers.ts')
    try {
      const { url, customers } = field
      const [greedy] = customers.splice(OTHERS)
      if (!greedy) throw new Error('nobody who floods')
      await growers.ask(openBrowsers, { url, growers: customers, timed: true })
      const calmGrowers = Array.from({ length: OTHERS }, (_, n) => n)
      const plan = {
        others: calmGrowers,
        othersPerSecond: OTHERS_PER_SECOND,
        greedy,
        greedyPerSecond: FLOOD_PER_SECOND,
      }
      await growers.ask(sendSettings, {
        growers: calmGrowers,
        perSecond: OTHERS_PER_SECOND,
        seconds: WARM_UP_SECONDS,
      })
      const stopWriting = await timeWrites()
      const settings = await measureFlood(field, growers, { ...plan, rounds: ROUNDS, secondsEach: SECONDS })
      const writes = await stopWriting()
      return [floodFigures(settings), durableFigures(acceptedMs(settings.calm), writes, worth)].every(Boolean)
    } finally {
      await growers.stop()
      await field.stop()
    }
  },
}
