/** The same graph drawn by matplotlib, in a separate process that reports the processor time of each drawing. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GraphContent } from '../src/server/graphs/graph-content.ts'

const PACKAGE = 'python3-matplotlib'
const PYTHON = '/usr/bin/python3'

/** Only the drawing is timed, after a warm-up: neither imports nor reading the data. */
const DRAW = `
import io, json, sys, time
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
import numpy as np

given = json.load(open(sys.argv[1]))
lines = [(line['depth'], np.array(line['times'], dtype='datetime64[ms]'), 100 * np.array(line['values'])) for line in given['lines']]

def draw():
    figure, axes = plt.subplots(figsize=(18, 8), dpi=100)
    axes.axhspan(given['refill'], given['full'], color='#dcebe9')
    for depth, times, values in lines:
        axes.plot(times, values, label=f'{depth} cm')
    axes.axhline(given['full'])
    axes.axhline(given['refill'], linestyle='--')
    axes.set_title(given['title'])
    axes.set_ylabel('% water by volume')
    axes.grid(True)
    axes.legend()
    png = io.BytesIO()
    figure.savefig(png, format='png')
    plt.close(figure)
    return png.getvalue()

size = draw()
spent = []
for _ in range(int(sys.argv[2])):
    began = time.process_time()
    draw()
    spent.append(1000 * (time.process_time() - began))
print(json.dumps({'milliseconds': spent, 'bytes': len(size)}))
`

export interface Drawings {
  /** Processor time of each. */
  milliseconds: number[]
  bytes: number
}

/** Installs missing packages if permitted. @throws Error that says what to install */
export function requireMatplotlib(): void {
  const present = () => spawnSync(PYTHON, ['-c', 'import matplotlib']).status === 0
  if (present()) return
  const explain = `matplotlib is compared with: apt-get install ${PACKAGE}`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(explain)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const args = ['install', '-y', '--no-install-recommends', PACKAGE]
  if (apt(...args).status !== 0 && apt('update').status === 0) apt(...args)
  if (!present()) throw new Error(explain)
}

export async function drawnByMatplotlib(content: GraphContent, times: number): Promise<Drawings> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-matplotlib-'))
  try {
    const file = path.join(folder, 'graph.json')
    const { system, band, lines } = content
    await writeFile(
      file,
      JSON.stringify({
        title: system,
        full: 100 * band.full,
        refill: 100 * band.refill,
        lines: lines.map((line) => ({
          depth: line.depthCm,
          times: Array.from(line.times),
          values: Array.from(line.values),
        })),
      }),
    )
    // a user's own matplotlib settings are ignored
    const env = { ...process.env, MPLCONFIGDIR: folder }
    const run = spawnSync(PYTHON, ['-c', DRAW, file, String(times)], { env, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
    const drawings: Drawings = JSON.parse(run.stdout)
    return drawings
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
