/** kill -9 between the answer and the publication: the controller applies the setting after the restart, once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { Aedes } from 'aedes'
import { expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { tokenPair } from '../../contract/accounts/accounts.ts'
import { desiredDocument } from '../../contract/controller.ts'
import { systemCommandsAnswer, systemPaths } from '../../contract/systems.ts'
import { openAccount } from '../accounts/signup.service.ts'
import { type Connected, createProvider } from '../provider/provider.service.ts'
import { PASSWORD } from '../testing/accounts.ts'
import { type Answer, callServer } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { validInput } from '../testing/factories.ts'
import { serverPlace } from '../testing/server-process.ts'

const SIMULATOR = new URL('../../simulator/main.ts', import.meta.url).pathname
const OWNER = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A port with no listener. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOn(server, 0)
  server.close()
  await once(server, 'close')
  return port
}

/** An external broker; `revs` are the published revisions, including repetitions. */
async function startBroker(port: number): Promise<{ revs: number[] }> {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  await listenOn(server, port)
  onTestFinished(async () => {
    broker.close()
    server.close()
    await once(server, 'close')
  })
  const revs: number[] = []
  broker.on('publish', ({ topic, payload }) => {
    if (topic.endsWith('/desired')) revs.push(desiredDocument.parse(JSON.parse(payload.toString())).rev)
  })
  return { revs }
}

/** The simulated machine; `applied` are the revisions that it applied. */
function startMachine(mqttUrl: string, { controller }: Connected): { applied: number[] } {
  const machine = spawn(process.execPath, [SIMULATOR, '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const exit = once(machine, 'exit')
    machine.kill('SIGTERM')
    await exit
  })
  const systemId = controller.id.split('-')[0]
  const place = { latitude: 51.06, longitude: -114.15, towerRadiiM: [60, 120, 180], overhangM: 10 }
  machine.stdin.write(`${JSON.stringify({ mqttUrl, systemId, controller, ...place, exitWithStdin: true })}\n`)
  const applied: number[] = []
  createInterface({ input: machine.stdout }).on('line', (line) => {
    const message: { event: string; rev: number } = JSON.parse(line)
    if (message.event === 'applied') applied.push(message.rev)
  })
  return { applied }
}

// fails when the desired state is stored after the answer instead of in the same transaction
it(
  'applies a setting once, whose server was killed after it had answered',
  { timeout: 120_000 },
  async () => {
    const port = await freePort()
    const mqttUrl = `mqtt://127.0.0.1:${port}`
    const place = await serverPlace({ MQTT_URL: mqttUrl })
    const first = await place.start()
    const connected = await place.beside(async (kit) => {
      await openAccount(kit, OWNER)
      return createProvider(kit).connect({
        owner: OWNER.email,
        name: 'North Quarter',
        latitude: 51.06,
        longitude: -114.15,
        towerRadiiM: [60, 120, 180],
        overhangM: 10,
        timeZone: 'America/Edmonton',
      })
    })
    const login = await callServer(first.url + accountPaths.create, { json: OWNER })
    const headers = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
    // no broker yet: the setting is accepted, its publication waits
    const answer = await callServer(first.url + systemPaths.input, { json: validInput(), headers })
    expect(answer).toMatchObject({ status: 200, body: { settings_rev: 1, delivery: 'saved' } })
    await first.kill9()

    const broker = await startBroker(port)
    const machine = startMachine(mqttUrl, connected)
    const history = async (url: string) => {
      const list: Answer = await callServer(`${url}${systemPaths.commands}?system=North%20Quarter`, {
        headers,
      })
      return systemCommandsAnswer.parse(list.body).commands
    }
    const second = await place.start()
    const untilApplied = async (url: string) =>
      eventually('the setting to be applied', async () => {
        const [newest] = await history(url)
        return newest?.delivery === 'applied' ? newest : null
      })
    expect(await untilApplied(second.url)).toMatchObject({ settings_rev: 1, rev: 1 })
    expect(machine.applied).toEqual([1])

    // after another kill, what the broker has is not published again
    await second.kill9()
    const third = await place.start()
    await eventually('readiness', async () =>
      (await callServer(`${third.url}/readyz`)).status === 200 ? true : null,
    )
    await untilApplied(third.url)
    expect(await history(third.url)).toHaveLength(1)
    expect(broker.revs).toEqual([1])
    expect(machine.applied).toEqual([1])
    expect(await third.terminate()).toBe(0)
  },
)
