/** A simulated machine with the server's clock, which can be off for days; its memory survives that. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulationConfig, type SimulationInput } from '../../../simulator/simulation-config.ts'
import { Simulation } from '../../../simulator/simulation.ts'
import { type Built, whenFinished } from '../build.ts'

/** @param controller its credential, as issued */
export async function stoppableMachine(built: Built, controller: { id: string; secret: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'headgate-machine-'))
  whenFinished(() => rm(folder, { recursive: true, force: true }))
  const outcomes: string[] = []
  let machine: Simulation | null = null
  const stop = async () => {
    await machine?.stop()
    machine = null
  }
  whenFinished(stop)
  return {
    /** What it did with what it received, as it says itself: `applied 3`, by the number of the setting, or `expired`. */
    outcomes,
    stop,
    async start(): Promise<void> {
      const input: SimulationInput = {
        mqttUrl: built.app.devices.mqttUrl,
        systemId: controller.id.split('-')[0] ?? '',
        controller,
        latitude: 51.06,
        longitude: -114.15,
        towerRadiiM: [60, 120, 180],
        stateFile: join(folder, 'state.json'),
        faults: { clockAheadMs: built.clock.now().getTime() - Date.now() },
      }
      machine = new Simulation(simulationConfig.parse(input), (told) => {
        if (told.event === 'applied') outcomes.push(`applied ${told.settingsRev}`)
        if (told.event === 'expired') outcomes.push('expired')
      })
      await machine.start()
    },
  }
}
