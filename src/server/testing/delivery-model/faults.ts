/** The faults of a model run, each with start and end; they may overlap. */
import type { Dice } from './dice.ts'
import type { Site, World } from './world.ts'
import type { Wire } from './wire.ts'

export interface Fault {
  kind: string
  begin(): Promise<void> | void
  end?(): Promise<void> | void
  forMs: { low: number; high: number }
}

const PAUSE_MS = { low: 1000, high: 8000 }
const SLOW_MS = { low: 2000, high: 8000 }
const DELAY_MS = { low: 20, high: 300 }
const AT_ONCE = { low: 0, high: 0 }

/** One fault of each kind possible in this world, with a random target. */
export function faultsOf(world: World, dice: Dice): Fault[] {
  const site = dice.pick(world.sites)
  return [
    ...serverFaults(site),
    ...databaseFaults(world, dice),
    ...brokerFaults(world),
    ...wireFaults('database link', site.toDatabase, dice),
    ...(site.toBroker ? wireFaults('broker link', site.toBroker, dice) : []),
    ...wireFaults('radio', world.radio, dice),
  ]
}

function serverFaults({ server }: Site): Fault[] {
  return [
    {
      kind: 'server killed',
      begin: () => server.kill9(),
      end: () => server.start(),
      forMs: { low: 0, high: 3000 },
    },
    { kind: 'server paused', begin: () => server.pause(), end: () => server.resume(), forMs: PAUSE_MS },
  ]
}

function databaseFaults({ database }: World, dice: Dice): Fault[] {
  const share = dice.pick([0.1, 0.5, 1])
  const back = { end: () => database.start(), forMs: { low: 0, high: 5000 } }
  return [
    { kind: 'database killed', begin: () => database.kill9(), ...back },
    { kind: 'database stopped', begin: () => database.stopAtOnce(), ...back },
    { kind: 'database paused', begin: () => database.pause(), end: () => database.resume(), forMs: PAUSE_MS },
    {
      kind: 'connections cut',
      begin: () => database.cutConnections(() => dice.chance(share)),
      forMs: AT_ONCE,
    },
  ]
}

function brokerFaults({ broker }: World): Fault[] {
  if (!broker) return []
  return [
    {
      kind: 'broker killed',
      begin: () => broker.kill9(),
      end: () => broker.start(),
      forMs: { low: 0, high: 10_000 },
    },
    { kind: 'broker paused', begin: () => broker.pause(), end: () => broker.resume(), forMs: PAUSE_MS },
  ]
}

function wireFaults(name: string, wire: Wire, dice: Dice): Fault[] {
  const delayMs = dice.between(DELAY_MS.low, DELAY_MS.high)
  return [
    { kind: `${name} slow`, begin: () => wire.slow(delayMs), end: () => wire.slow(0), forMs: SLOW_MS },
    { kind: `${name} held`, begin: () => wire.hold(), end: () => wire.release(), forMs: PAUSE_MS },
    { kind: `${name} cut`, begin: () => wire.cut(), forMs: AT_ONCE },
  ]
}
