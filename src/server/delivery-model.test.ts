/**
 * The whole path of a setting under faults, drawn from a seed: newest wins, nothing stuck, lost, doubled or shown falsely.
 *
 * MODEL_SEED repeats a run's draws, MODEL_MODE runs one mode, MODEL_SECONDS for so long, MODEL_FAULTS with these kinds
 * of faults alone ("database killed,radio cut"; empty for none). MODEL_TALK=1 tells of every quiet moment, MODEL_KEEP=1
 * leaves the servers' logs, of MODEL_LOG_LEVEL, in the temporary folder.
 */
import { describe, expect, it } from 'vitest'
import { isExpected, plant, plantedFaults } from './testing/delivery-model/planted-faults.ts'
import { type RunOptions, type RunResult, runModel } from './testing/delivery-model/run.ts'
import { type Mode, modes } from './testing/delivery-model/world.ts'
import { mosquittoIsHere } from './testing/mosquitto.ts'
import { soak, SOAKING } from './testing/soak.ts'

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1e9))
// one round of faults and a quiet moment each, or rounds for twenty minutes
const seconds = Number(process.env['MODEL_SECONDS'] ?? soak(1, 1200))
const wanted = process.env['MODEL_MODE']
const kinds = process.env['MODEL_FAULTS']?.split(',')
const PLANTED_SECONDS = 60
/** For the beginning, and a last round in which everything takes its longest. */
const ROUND_SECONDS = 300
const SHOWN = 30

const write = (line: string) => void process.stdout.write(`${line}\n`)

async function run(options: Omit<RunOptions, 'seed' | 'say'>): Promise<RunResult> {
  const result = await runModel({
    ...options,
    seed,
    say: process.env['MODEL_TALK'] === '1' ? write : undefined,
  })
  write(result.line)
  return result
}

/** What a person needs to see of a run that failed. */
function violations({ findings }: RunResult): string[] {
  const told = findings.map(
    ({ kind, atMs, sentence }) => `${kind} at ${(atMs / 1000).toFixed(1)} s: ${sentence}`,
  )
  return told.length > SHOWN ? [...told.slice(0, SHOWN), `and ${told.length - SHOWN} more`] : told
}

function isHere(mode: Mode): boolean {
  return mode === 'embedded' || mosquittoIsHere
}

const names = {
  embedded: 'one server with the embedded broker',
  mosquitto: 'one server and Mosquitto (skipped where it is not installed)',
  pair: 'two servers and Mosquitto (skipped where it is not installed)',
}

describe(`a model of the whole path, seed ${seed}`, () => {
  for (const mode of modes) {
    const skipped = !isHere(mode) || (wanted !== undefined && wanted !== mode)
    it.skipIf(skipped)(
      `holds with ${names[mode]}`,
      { timeout: (seconds + ROUND_SECONDS) * 1000 },
      async () => {
        const result = await run({ mode, seconds, kinds })
        expect(violations(result), `MODEL_SEED=${seed} MODEL_MODE=${mode}`).toEqual([])
      },
    )
  }

  for (const fault of plantedFaults)
    it.skipIf(!isHere(fault.mode) || !(fault.quick || SOAKING) || wanted !== undefined)(
      `finds ${fault.name}`,
      { timeout: (PLANTED_SECONDS + ROUND_SECONDS) * 1000 },
      async () => {
        const copy = await plant(fault)
        try {
          const { mode, kinds } = fault
          const enough = isExpected(fault)
          const options = {
            mode,
            kinds,
            enough,
            seconds: PLANTED_SECONDS,
            main: copy.main,
            patienceMs: 15_000,
          }
          const { findings } = await run(options)
          expect(findings.filter(enough)).not.toEqual([])
        } finally {
          await copy.remove()
        }
      },
    )
})
