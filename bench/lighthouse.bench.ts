/** Lighthouse, mobile, on the landing and the login page; fetched by npx, because it weighs more than the product. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findBrowser } from '../scripts/browser.mjs'
import type { Bench } from './bench.ts'
import { median, say, target } from './measure.ts'
import { startProduct } from './product.ts'

const VERSION = '13.5.0'
const PAGES = ['/', '/login']
const RUNS = 3
const run = promisify(execFile)

const report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
})

/** Scores from 0 to 100 by title. */
async function scoresOf(url: string, folder: string): Promise<Map<string, number>> {
  const output = path.join(folder, 'report.json')
  const browser = findBrowser()
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ')
  const args = ['--yes', `lighthouse@${VERSION}`, url, '--quiet', `--chrome-flags=${flags}`]
  const env = { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) }
  await run('npx', [...args, '--output=json', `--output-path=${output}`], { env })
  const { categories } = report.parse(JSON.parse(await readFile(output, 'utf8')))
  return new Map(Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]))
}

async function measurePage(url: string, folder: string): Promise<boolean> {
  const runs: Map<string, number>[] = []
  for (let at = 0; at < RUNS; at += 1) runs.push(await scoresOf(url, folder))
  const least = new Map([
    ['Performance', 95],
    ['Accessibility', 100],
    ['Best Practices', 100],
    ['SEO', 100],
  ])
  const lines = [...least].map(([title, score]) => {
    const found = median(runs.map((scores) => scores.get(title) ?? 0))
    return target(`${title} at least ${score}: ${found}`, found >= score)
  })
  return lines.every(Boolean)
}

export const bench: Bench = {
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'headgate-lighthouse-'))
    const product = await startProduct(1)
    try {
      let held = true
      for (const page of PAGES) {
        say(`${page}, median of ${RUNS} runs`)
        held = (await measurePage(product.url + page, folder)) && held
      }
      return held
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
