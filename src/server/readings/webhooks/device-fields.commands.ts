/** `headgate readings fields`: sets the meaning of the fields of a device type's decoded payload. */
import { type Command, type CommandInput, UsageError } from '../../installation/command.ts'
import type { CommandDeps } from '../command-deps.ts'
import { fieldsIn, fieldText } from './device-fields.rules.ts'
import { type DeviceType, putFields, selectDeviceTypes } from './device-fields.store.ts'

export function fieldsCommand(deps: Pick<CommandDeps, 'findSystem'>): Command {
  return {
    name: 'readings fields',
    words: [],
    options: {
      system: { type: 'string', value: 'NAME', required: true },
      type: { type: 'string', value: 'TYPE' },
      fields: { type: 'string', value: 'FIELD=QUANTITY UNIT DEPTHcm,..' },
      remove: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    run: (input) => runFields(deps, input),
  }
}

async function runFields(
  deps: Pick<CommandDeps, 'findSystem'>,
  { values, open, print }: CommandInput,
): Promise<number> {
  const { type = '*', fields, remove } = values
  const parsed = typeof fields === 'string' ? fieldsIn(fields) : null
  if (parsed && 'wrong' in parsed)
    throw new UsageError(
      `--fields: "${parsed.wrong}" is not understood; it is FIELD=QUANTITY UNIT DEPTHcm, such as water_SOIL=moisture % 20cm or Bat=battery V, or FIELD=time, FIELD=device`,
    )
  const { database } = await open()
  const name = String(values['system'] ?? '')
  const system = await deps.findSystem(database.reader, name)
  if (!system) throw new UsageError(`no system is called "${name}"`)
  const { controllerId } = system
  if (parsed || remove)
    await database.write((tx) =>
      putFields(tx, controllerId, String(type).slice(0, 200), parsed?.fields ?? null),
    )
  const types = await selectDeviceTypes(database.reader, controllerId)
  if (values['json']) {
    print(JSON.stringify({ system: name, types }))
    return 0
  }
  for (const line of types.flatMap(typeLines)) print(line)
  if (types.length === 0) print(`Nothing was said of fields of ${name}, and no message was left open.`)
  return 0
}

function typeLines({ deviceType, fields, sample, heardAt }: DeviceType): string[] {
  const last = Object.entries(sample ?? {}).map(([path, value]) => `${path}=${String(value).slice(0, 20)}`)
  return [
    `${deviceType}: ${fields === null ? 'nothing was said' : fields.map(fieldText).join(', ')}`,
    ...(sample && heardAt
      ? [`  left open at ${heardAt.toISOString()}: ${last.join(', ').slice(0, 300)}`]
      : []),
  ]
}
