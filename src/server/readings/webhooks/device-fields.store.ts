/** SQL of the field mappings of device types, and of the newest message of each that was not understood. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'
import type { DeviceField } from './device-fields.rules.ts'
import type { Uplink } from './uplink.ts'

export interface DeviceType {
  deviceType: string
  /** Null without a mapping. */
  fields: DeviceField[] | null
  /** Fields of the newest message that was not understood. */
  sample: Record<string, unknown> | null
  /** Null for messages stored before this column existed. */
  about: MessageAbout | null
  heardAt: Date | null
}

/** What surrounds the fields of a message. */
export interface MessageAbout {
  network: Uplink['network']
  names: string[]
  at: string
  units: Record<string, string>
  timePath: string | null
  devicePath: string | null
}

/** Stations send anything: at most so many types of a system are stored. */
const TYPES_MAX = 100

export async function selectDeviceTypes(db: Reader, controllerId: number): Promise<DeviceType[]> {
  const { rows } = await sql<DeviceType>`
    select device_type as "deviceType", fields, sample, about, heard_at as "heardAt"
      from device_fields where controller_id = ${controllerId} order by device_type`.execute(db)
  return rows
}

/** The mapping of the type, else the one for all others. */
export async function selectFields(
  db: Reader,
  controllerId: number,
  deviceType: string,
): Promise<DeviceField[] | null> {
  const { rows } = await sql<{ fields: DeviceField[] }>`
    select fields from device_fields
     where controller_id = ${controllerId} and device_type in (${deviceType}, '*') and fields is not null
     order by device_type = '*' limit 1`.execute(db)
  return rows[0]?.fields ?? null
}

export async function putFields(
  tx: ServerTx,
  controllerId: number,
  deviceType: string,
  fields: readonly DeviceField[] | null,
): Promise<void> {
  await sql`
    insert into device_fields (controller_id, device_type, fields)
    values (${controllerId}, ${deviceType}, ${fields === null ? null : JSON.stringify(fields)}::jsonb)
    on conflict (controller_id, device_type) do update set fields = excluded.fields`.execute(tx)
}

export async function deleteFields(tx: ServerTx, controllerId: number, deviceType: string): Promise<void> {
  await sql`delete from device_fields where controller_id = ${controllerId} and device_type = ${deviceType}`.execute(
    tx,
  )
}

/** Above the limit, the type whose last message is oldest is deleted, unless it has a mapping. */
export async function putSample(
  tx: ServerTx,
  controllerId: number,
  deviceType: string,
  message: { sample: Readonly<Record<string, unknown>>; about: MessageAbout; heardAt: Date },
): Promise<void> {
  const { sample, about, heardAt } = message
  await sql`
    delete from device_fields
     where controller_id = ${controllerId} and device_type in (
       select device_type from device_fields where controller_id = ${controllerId} and device_type <> ${deviceType}
        order by fields is not null desc, heard_at desc nulls last offset ${TYPES_MAX - 1})
       and fields is null`.execute(tx)
  await sql`
    insert into device_fields (controller_id, device_type, sample, about, heard_at)
    select ${controllerId}::integer, ${deviceType}, ${JSON.stringify(sample)}::jsonb, ${JSON.stringify(about)}::jsonb,
           ${heardAt}::timestamptz
     where exists (select from controllers where id = ${controllerId})
       and ((select count(*) from device_fields where controller_id = ${controllerId}) < ${TYPES_MAX}
         or exists (select from device_fields where controller_id = ${controllerId} and device_type = ${deviceType}))
    on conflict (controller_id, device_type) do update
      set sample = excluded.sample, about = excluded.about, heard_at = excluded.heard_at`.execute(tx)
}
