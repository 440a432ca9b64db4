/** Runs one bench in this process; `bench.ts` starts it with the Node options of the server, whose code some benches call. */
import type { Bench } from './bench.ts'
import { measureWorth, printWorth } from './machine-worth.ts'
import { printed } from './measure.ts'
import { writePrinted } from './paper.ts'
import { MEASURED, raisePriority, shortenTurns } from './priority.ts'

async function runOne(name: string, write: boolean): Promise<boolean> {
  const { bench }: { bench: Bench } = await import(`./${name}.bench.ts`)
  raisePriority(MEASURED)
  const restoreTurns = shortenTurns()
  try {
    const worth = await measureWorth()
    printWorth(worth)
    const passed = await bench.run(worth)
    if (write) writePrinted(name, printed)
    return passed
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  } finally {
    restoreTurns()
  }
}

const [name = '', ...options] = process.argv.slice(2)
process.exitCode = (await runOne(name, options.includes('--write'))) ? 0 : 1
