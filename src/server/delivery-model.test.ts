/**
 * The delivery of settings under random faults: the newest wins, and nothing is stuck, lost, duplicated or shown falsely.
 *
 * MODEL_SEED repeats a run's draws, MODEL_MODE runs one mode, MODEL_SECONDS sets the duration, MODEL_FAULTS injects only
 * these kinds of faults ("database killed,radio cut"; empty for none). MODEL_TALK=1 reports every quiet phase, not only those
 * with something stuck, and MODEL_KEEP=1 keeps the servers' logs, of MODEL_LOG_LEVEL, in the temporary folder.
 */
import { describe, expect, it } from 'vitest'
import { isExpected, plant, plantedFaults } from './testing/delivery-model/planted-faults.ts'
import { type RunOptions, type RunResult, runModel } from './testing/delivery-model/run.ts'
import { type Mode, modes } from './testing/delivery-model/world.ts'
import { mosquittoIsHere } from './testing/mosquitto.ts'
import { soak, SOAKING } from './testing/soak.ts'

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1e9))
// one noisy and one quiet phase each, or phases for twenty minutes
const seconds = Number(process.env['MODEL_SECONDS'] ?? soak(1, 1200))
const wanted = process.env['MODEL_MODE']
const kinds = process.env['MODEL_FAULTS']?.split(',')
const PLANTED_SECONDS = 60
/** For the start, and a last phase in which everything takes its longest. */
const ROUND_SECONDS = 300
const SHOWN = 30

const write = (line: string) => void process.stdout.write(`${line}\n`)

/** @param planted the bug in the server's copy: its findings are the expected ones */
async function run(options: Omit<RunOptions, 'seed' | 'say'>, planted?: string): Promise<RunResult> {
  if (planted) write(`with a planted bug, ${planted}:`)
  const result = await runModel({
    ...options,
    seed,
    say: (line, stuck) => (stuck || process.env['MODEL_TALK'] === '1' ? write(line) : undefined),
  })
  write(result.line)
  for (const violation of violations(result)) write(violation)
  return result
}

/** What a person needs to know about a failed run. */
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

describe(`a model of the whole delivery path, seed ${seed}`, () => {
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
          const { findings } = await run(options, fault.name)
          expect(findings.filter(enough)).not.toEqual([])
        } finally {
          await copy.remove()
        }
      },
    )
})
