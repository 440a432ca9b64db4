/** The log lines of a setting: one line links the call, the history and what was sent to the machine. */
import { expect, it } from 'vitest'
import { systemInputAnswer, systemPaths } from '../../contract/systems.ts'
import { type Answer, build } from '../testing/build.ts'
import { appliedReport, connectTestDevice, eventually, seenReport } from '../testing/test-device.ts'
import { connectedSystem, signedUpUser, validInput } from '../testing/factories.ts'

interface Line {
  level: number
  msg: string
  requestId?: string
  commandId?: string
}

const [DEBUG, INFO] = [20, 30]

it('is one line with the ids of request and command; the later steps are logged at debug level', async () => {
  const lines: Line[] = []
  const built = await build({ LOG_LEVEL: 'debug' }, {}, { write: (line) => lines.push(JSON.parse(line)) })
  const owner = await signedUpUser(built)
  const connected = await connectedSystem(built, owner)
  const machine = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
  const idOf = ({ body }: Answer) => systemInputAnswer.parse(body).command_id
  const send = () => built.call(systemPaths.input, { headers: owner.headers, json: validInput() })
  const answer = await send()
  const commandId = idOf(answer)
  const document = await machine.desired()
  // with debug logging each call has a line of its own as well
  const about = (commandId: string) =>
    lines.filter((line) => line.commandId === commandId && line.msg !== 'request completed')
  const steps = (commandId: string, count: number) =>
    eventually(`${count} steps`, async () => (about(commandId).length === count ? true : null))
  // a machine may report before its setting is recorded as published
  await steps(commandId, 2)
  await machine.publish('reported', appliedReport(document))
  await steps(commandId, 3)
  expect(document.commandId).toBe(commandId)
  expect(about(commandId).map(({ level, msg }) => [level, msg])).toEqual([
    [INFO, 'setting saved'],
    [DEBUG, 'published'],
    [DEBUG, 'reported'],
  ])
  expect(about(commandId)[0]?.requestId).toBe(answer.headers.get('x-request-id'))
  // a refusal by the machine is always logged
  built.clock.advance(1000)
  const refused = idOf(await send())
  const next = await machine.desired(({ commandId }) => commandId === refused)
  await steps(refused, 2)
  await machine.publish('reported', seenReport(next, 'REJECTED', 'RX_HASH'))
  await steps(refused, 3)
  expect(about(refused).map(({ level }) => level)).toEqual([INFO, DEBUG, INFO])
})
