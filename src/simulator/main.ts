/** Entry point of the simulator: configuration, commands on stdin, events on stdout. */
import { readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { readOrder, type SimulatorEvent } from './control-lines.ts'
import { readSimulationConfig, type SimulationConfig } from './simulation-config.ts'
import { Simulation } from './simulation.ts'

/** How long the broker may take to acknowledge the offline message. */
const FAREWELL_MS = 3000

function tell(event: SimulatorEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

function refuse(reason: string): never {
  process.stderr.write(`simulator: ${reason}\n`)
  process.exit(2)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return refuse(`cannot read ${path}`)
  }
}

async function firstLine(lines: AsyncIterator<string>): Promise<string> {
  const { done, value } = await lines.next()
  return done === true ? refuse('no configuration on stdin') : value
}

async function leave(simulation: Simulation): Promise<void> {
  setTimeout(() => process.exit(0), FAREWELL_MS).unref()
  await simulation.stop()
  process.exit(0)
}

async function listen(
  simulation: Simulation,
  lines: AsyncIterator<string>,
  config: SimulationConfig,
): Promise<void> {
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (next.value.trim() === '') continue
    const order = readOrder(next.value)
    if (!order) tell({ event: 'order-refused', reason: 'not an order in JSON' })
    else if (order.do === 'exit') await leave(simulation)
    // Not awaited: a reading taken offline waits for the network, and the next command may be the one that reconnects it.
    else void simulation.obey(order)
  }
  if (config.exitWithStdin) await leave(simulation)
}

async function main(): Promise<void> {
  const [source] = process.argv.slice(2)
  if (source === undefined) refuse('usage: node src/simulator/main.ts FILE|-')
  // A closed stdout, after the parent has exited, must not stop the machine.
  process.stdout.on('error', () => {})
  const input: Interface = createInterface({ input: process.stdin })
  const lines = input[Symbol.asyncIterator]()
  const result = readSimulationConfig(source === '-' ? await firstLine(lines) : readFile(source))
  if ('reason' in result) refuse(result.reason)
  const simulation = new Simulation(result.config, tell)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void leave(simulation))
  void simulation.start()
  await listen(simulation, lines, result.config)
}

await main()
