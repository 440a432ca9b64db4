/** R gstat on the same machine: CPU time of maps one by one, as in its manual. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PACKAGES = ['r-base-core', 'r-cran-gstat']

/** An experimental variogram, a fit, and ordinary kriging with its variance over the cells inside the circle. */
const SCRIPT = `
suppressMessages({ library(sp); library(gstat) })
args <- commandArgs(trailingOnly = TRUE)
probes <- read.csv(args[1]); size <- as.integer(args[2]); radius <- as.numeric(args[3])
at <- radius * (2 * (seq_len(size) - 0.5) / size - 1)
cells <- expand.grid(x = at, y = at)
cells <- cells[cells$x^2 + cells$y^2 <= radius^2, ]
coordinates(cells) <- ~ x + y
for (step in unique(probes$step)) {
  these <- probes[probes$step == step, ]
  coordinates(these) <- ~ x + y
  used <- system.time({
    seen <- variogram(z ~ 1, these)
    start <- vgm(var(these$z) * 0.75, 'Exp', radius / 5, var(these$z) * 0.25)
    model <- suppressWarnings(fit.variogram(seen, start))
    if (attr(model, 'singular') || any(model$range < 0)) model <- start
    drawn <- krige(z ~ 1, these, cells, model, debug.level = 0)
  })
  stopifnot(all(is.finite(drawn$var1.pred)))
  cat(used[['user.self']] + used[['sys.self']], '\\n')
}
`

export interface MeasuredProbe {
  x: number
  y: number
  value: number
}

/** Installs missing packages if permitted. @throws Error that says what to install */
export function requireGstat(): void {
  const present = () => spawnSync('Rscript', ['-e', 'library(gstat)']).status === 0
  if (present()) return
  const explain = `R gstat is compared with: apt-get install ${PACKAGES.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(explain)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const args = ['install', '-y', '--no-install-recommends', ...PACKAGES]
  if (apt(...args).status !== 0 && apt('update').status === 0) apt(...args)
  if (!present()) throw new Error(explain)
}

/** @returns CPU of each map, ms; without starting R and loading its packages */
export async function gstatCpu(maps: MeasuredProbe[][], size: number, radius: number): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-gstat-'))
  try {
    const [script, data] = [path.join(folder, 'maps.R'), path.join(folder, 'probes.csv')]
    const rows = maps.flatMap((probes, step) =>
      probes.map(({ x, y, value }) => [step, x, y, value].join(',')),
    )
    await writeFile(script, SCRIPT)
    await writeFile(data, ['step,x,y,z', ...rows].join('\n'))
    const result = spawnSync('Rscript', [script, data, String(size), String(radius)], { encoding: 'utf8' })
    if (result.status !== 0) throw new Error(result.stderr)
    return result.stdout
      .trim()
      .split('\n')
      .map((line) => Number(line) * 1000)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
