/** An interrupted import keeps what it stored and says so; importing the same file again stores the rest without duplicates. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDesk } from '../../testing/import-desk.ts'

const LINES = 120_000

it('stops between two lines at Ctrl+C, and continues with the same file', async () => {
  const desk = await importDesk()
  const line = (_: unknown, n: number) =>
    `${new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 2) * 60_000).toISOString()},${1 + (n % 2)},20,0.25`
  const text = ['time,probe,depth_cm,vwc', ...Array.from({ length: LINES }, line)].join('\n')
  const file = await desk.write('long.csv', text)
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from readings`.execute(
      desk.kit.database.reader,
    )
    return rows[0]?.n ?? 0
  }
  const others = new Set(process.listeners('SIGINT'))
  const stopped = desk.load(file)
  while ((await count()) === 0) await sleep(5)
  for (const listener of process.listeners('SIGINT')) if (!others.has(listener)) listener('SIGINT')
  const { code, printed } = await stopped
  expect(code).toBe(130)
  expect(printed.at(-1)).toBe(
    'stopped: what was stored by then stays, and the same file again stores the rest',
  )
  const before = await count()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(LINES)
  const again = await desk.load(file)
  expect(again.printed).toContain(
    `stored ${LINES - before}, already known ${before}, kept as invalid 0, empty cells 0`,
  )
  expect(again.printed.filter((printedLine) => / %, \d+ lines$/.test(printedLine)).length).toBeGreaterThan(0)
  expect(await count()).toBe(LINES)
})
