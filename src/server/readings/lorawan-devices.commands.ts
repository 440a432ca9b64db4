/** `headgate readings device`: shows or sets the probe of a radio device. */
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import type { CommandDeps } from './command-deps.ts'
import { deleteLorawanDevice, putLorawanDevice, selectLorawanDevices } from './lorawan-devices.store.ts'
import { DEVICE_ID, type LorawanDevice } from './lorawan.rules.ts'

export function deviceCommand(deps: Pick<CommandDeps, 'findSystem'>): Command {
  return {
    name: 'readings device',
    words: [],
    options: {
      system: { type: 'string', value: 'NAME', required: true },
      device: { type: 'string', value: 'ID' },
      probe: { type: 'string', value: 'NUMBER' },
      depth: { type: 'string', value: 'CM' },
      remove: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    run: (input) => runDevice(deps, input),
  }
}

async function runDevice(
  deps: Pick<CommandDeps, 'findSystem'>,
  { values, open, print }: CommandInput,
): Promise<number> {
  const change = readChange(values)
  const { database } = await open()
  const name = String(values['system'] ?? '')
  const system = await deps.findSystem(database.reader, name)
  if (!system) throw new UsageError(`no system is called "${name}"`)
  const { controllerId } = system
  if (change && 'remove' in change) {
    const done = await database.write((tx) => deleteLorawanDevice(tx, controllerId, change.remove))
    if (values['json']) print(JSON.stringify({ system: name, device: change.remove, removed: done }))
    else print(done ? `${change.remove} is no longer told apart.` : `${change.remove} was not known.`)
    return done ? 0 : 1
  }
  if (change) await database.write((tx) => putLorawanDevice(tx, controllerId, change))
  const devices = await selectLorawanDevices(database.reader, controllerId)
  if (values['json']) {
    print(JSON.stringify({ system: name, devices }))
    return 0
  }
  for (const line of devices.map(deviceLine)) print(line)
  if (devices.length === 0)
    print(`No device of ${name} was told apart: the number at the end of its name counts.`)
  return 0
}

const deviceLine = ({ deviceId, probe, depthCm }: LorawanDevice) =>
  `${deviceId} is probe ${probe}${depthCm === null ? '' : ` at ${depthCm} cm`}`

/** @throws UsageError naming the option that is missing or wrong; null when nothing is to be changed */
function readChange(values: CommandInput['values']): LorawanDevice | { remove: string } | null {
  const { device, probe, depth, remove } = values
  if (device === undefined) {
    if (probe !== undefined || depth !== undefined || remove) throw new UsageError('--device is missing')
    return null
  }
  const deviceId = String(device)
  if (!DEVICE_ID.test(deviceId))
    throw new UsageError('--device: small letters, digits and dashes, as the network shows it')
  if (remove) return { remove: deviceId }
  if (!/^\d{1,6}$/.test(String(probe ?? ''))) throw new UsageError('--probe: a probe number is digits')
  const depthCm = depth === undefined ? null : Number(depth)
  if (depthCm !== null && !(depthCm > 0 && depthCm <= 1000))
    throw new UsageError('--depth: centimetres, 1 to 1000')
  return { deviceId, probe: Number(probe), depthCm }
}
