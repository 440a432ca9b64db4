/** A phase with faults, drawn from the seed in advance. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { type Fault, faultsOf } from './faults.ts'
import type { Machine } from './machine.ts'
import type { World } from './world.ts'

const LASTS_MS = { low: 6000, high: 14_000 }
const WORLD_FAULTS = { low: 1, high: 4 }
const MACHINE_FAULT_EVERY_MS = 300
const AWAY_MS = { low: 1000, high: 6000 }
/** Longer than a machine may be shown online without a message. */
const LONG_AWAY_MS = { low: 25_000, high: 45_000 }

export interface NoiseNeeds {
  world: World
  machines: Machine[]
  /** Kinds of faults to inject; all if left out. */
  kinds?: readonly string[] | undefined
  counts: Map<string, number>
}

/** Resolves when its time is over; faults may still be in progress. @returns what happened, for the record */
export async function makeNoise(needs: NoiseNeeds, dice: Dice): Promise<string[]> {
  const { world, machines, kinds, counts } = needs
  const lastsMs = dice.between(LASTS_MS.low, LASTS_MS.high)
  const events: string[] = []
  const over = new AbortController()
  const works: Promise<void>[] = []
  for (let n = dice.whole(WORLD_FAULTS.low, WORLD_FAULTS.high); n > 0; n -= 1) {
    const possible = faultsOf(world, dice).filter(({ kind }) => kinds?.includes(kind) ?? true)
    if (possible.length === 0) break
    const fault = dice.pick(possible)
    const atMs = dice.between(0, lastsMs)
    const forMs = dice.between(fault.forMs.low, fault.forMs.high)
    events.push(`${fault.kind} at ${(atMs / 1000).toFixed(1)} s for ${(forMs / 1000).toFixed(1)} s`)
    counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1)
    works.push(suffer(fault, { atMs, forMs, over: over.signal }))
  }
  works.push(disturb(machines, counts, dice, over.signal))
  const all = Promise.all(works)
  // a failing one ends the run, but not before its time
  all.catch(() => undefined)
  await sleep(lastsMs)
  over.abort()
  await all
  return events
}

/** Faults that would end too early still have their start and end: the world is repaired afterwards. */
async function suffer(
  fault: Fault,
  { atMs, forMs, over }: { atMs: number; forMs: number; over: AbortSignal },
): Promise<void> {
  await sleep(atMs, undefined, { signal: over }).catch(() => undefined)
  await fault.begin()
  await sleep(forMs, undefined, { signal: over }).catch(() => undefined)
  await fault.end?.()
}

async function disturb(
  machines: Machine[],
  counts: Map<string, number>,
  dice: Dice,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await sleep(dice.between(0, 2 * MACHINE_FAULT_EVERY_MS), undefined, { signal: over }).catch(
      () => undefined,
    )
    const [kind, act] = machineFault(dice.pick(machines), dice)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    act()
  }
}

function machineFault(machine: Machine, dice: Dice): [string, () => void] {
  if (dice.chance(0.5)) return ['machine cut', () => machine.link.cut()]
  if (dice.chance(0.5)) return ['machine rebooted', () => machine.reboot()]
  const [kind, { low, high }] = dice.chance(0.2)
    ? ['machine long away', LONG_AWAY_MS]
    : ['machine away', AWAY_MS]
  const forMs = dice.between(low, high)
  return [kind, () => machine.link.goAway(forMs)]
}
