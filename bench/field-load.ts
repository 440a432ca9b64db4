/** The complete load of a field, each kind in a process of its own: machines, gateways, and customers with open browsers. */
import type { Field } from './field.ts'
import { connectGateways } from './gateways.ts'
import { openBrowsers } from './growers.ts'
import { connectMachines, countMachines } from './machines.ts'
import { print } from './measure.ts'
import { startWorker, type Worker } from './worker.ts'

export interface GatewayPlan {
  overMqtt: number
  overHttp: number
  /** Readings in a message. */
  each: number
  /** Unacknowledged MQTT messages at once; client libraries allow 10 to 20. */
  inFlight: number
}

export interface FieldLoad {
  machines: Worker
  gateways: Worker
  growers: Worker
  pids: number[]
  stop(): Promise<void>
}

/** Connects everything; only the machines' own messages are sent so far. */
export async function startLoad(field: Field, plan: GatewayPlan): Promise<FieldLoad> {
  const { url, mqttUrl, controllers, customers } = field
  const { overMqtt, overHttp, each, inFlight } = plan
  const [machines, gateways, growers] = ['machines.ts', 'gateways.ts', 'growers.ts'].map(startWorker)
  if (!machines || !gateways || !growers) throw new Error('no workers')
  const workers = [machines, gateways, growers]
  const stop = async () => {
    for (const worker of workers) await worker.stop()
  }
  try {
    const { seconds } = await machines.ask(connectMachines, { mqttUrl, controllers })
    print(`${controllers.length} controllers connected in ${seconds.toFixed(1)} s`)
    const loaded = field.gateways.slice(0, overMqtt + overHttp)
    // each kind of gateway both at customers' systems, which come first, and at machines without a customer
    const slow = loaded.filter((_, at) => at % (overMqtt / overHttp + 1) < 1).slice(0, overHttp)
    const quick = loaded.filter((gateway) => !slow.includes(gateway))
    await gateways.ask(connectGateways, { url, mqttUrl, overMqtt: quick, overHttp: slow, each, inFlight })
    await growers.ask(openBrowsers, { url, growers: customers, timed: true })
    return { machines, gateways, growers, pids: workers.map(({ pid }) => pid), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function connectionsLine({ machines }: FieldLoad): Promise<string> {
  const { connected, lost } = await machines.ask(countMachines, {})
  return `${connected} controllers connected, ${lost} connections lost`
}
