/** A long file needs no more memory than a short one: 12 MB in `npm test`, 200 MB in `npm run test:soak`. */
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { importDesk } from '../../testing/import-desk.ts'
import { testTimeout, soak } from '../../testing/soak.ts'
import { openSource } from './import-source.ts'
import { importFile } from './readings-import.ts'

const MEGABYTE = 1024 * 1024
const BYTES = soak(12, 200) * MEGABYTE
// planted fault that this caught: readings kept in memory until the end, 29 MB of the shorter file instead of the usual 4 MB
const GROWTH_MAX = 16 * MEGABYTE
const LINES_A_WRITE = 10_000

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Memory in use after garbage collection, including file buffers. */
function alive(): number {
  if (typeof collect === 'function') collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

/** The same after earlier tests of this worker have been cleaned up. */
async function settledMemory(): Promise<number> {
  let [before, now] = [Infinity, alive()]
  while (before - now > MEGABYTE / 4) {
    await sleep(200)
    ;[before, now] = [now, alive()]
  }
  return now
}

async function longFile(file: string): Promise<{ lines: number; refused: number }> {
  const handle = await open(file, 'w')
  let [lines, written] = [
    0,
    await handle.write('probe,depth,time,value,remark\n').then((done) => done.bytesWritten),
  ]
  while (written < BYTES) {
    const block = Array.from({ length: LINES_A_WRITE }, (_, i) => {
      const n = lines + i
      const time = new Date(1.6e12 + Math.floor(n / 160) * 900_000).toISOString()
      return `${n % 40},${20 * (1 + (Math.floor(n / 40) % 4))},${time},${n % 100 === 0 ? 'wet' : '0.2345'},as sent by the logger\n`
    })
    lines += LINES_A_WRITE
    written += (await handle.write(block.join(''))).bytesWritten
  }
  await handle.close()
  return { lines, refused: lines / 100 }
}

it('streams a long file in constant memory, and counts every line', testTimeout(300_000), async () => {
  const { folder } = await importDesk()
  const file = path.join(folder, 'long.csv')
  const expected = await longFile(file)
  const source = await openSource(file, {}, {})
  const before = await settledMemory()
  let [peak, batches, refusedLines] = [-Infinity, 0, 0]
  const seen: number[] = []
  const report = await importFile({
    source,
    timeZone: 'America/Edmonton',
    choice: {},
    store: async (readings) => {
      batches += 1
      if (batches % 10 === 0) peak = Math.max(peak, alive() - before)
      return { stored: readings.length, duplicate: 0, invalid: 0 }
    },
    progress: (done) => seen.push(done),
    refused: async (lines) => {
      refusedLines += lines.length
    },
  })
  expect(batches).toBeGreaterThan(10)
  process.stdout.write(
    `a file of ${(BYTES / MEGABYTE).toFixed(0)} MB grew memory by ${(peak / MEGABYTE).toFixed(1)} MB\n`,
  )
  expect(peak).toBeLessThan(GROWTH_MAX)
  expect(report).toMatchObject({ lines: expected.lines, refused: expected.refused })
  expect([refusedLines, report.stored]).toEqual([expected.refused, expected.lines - expected.refused])
  expect(report.refusals).toHaveLength(20)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen.at(-1)).toBe(1)
})
