/** SQL of what the fields of device types are, and of the newest message of each that nobody understood. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/database.ts'
import type { DeviceField } from './device-fields.rules.ts'

export interface DeviceType {
  deviceType: string
  /** Null while nobody said anything. */
  fields: DeviceField[] | null
  /** Fields of the newest message that was not understood. */
  sample: Record<string, unknown> | null
  heardAt: Date | null
}

/** Stations send what they like: so many types of a system are kept. */
const TYPES_MAX = 100

export async function selectDeviceTypes(db: Reader, controllerId: number): Promise<DeviceType[]> {
  const { rows } = await sql<DeviceType>`
    select device_type as "deviceType", fields, sample, heard_at as "heardAt"
      from device_fields where controller_id = ${controllerId} order by device_type`.execute(db)
  return rows
}

/** What was said of the type, else of all others. */
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

export async function putSample(
  tx: ServerTx,
  controllerId: number,
  deviceType: string,
  sample: Readonly<Record<string, unknown>>,
  heardAt: Date,
): Promise<void> {
  await sql`
    insert into device_fields (controller_id, device_type, sample, heard_at)
    select ${controllerId}::integer, ${deviceType}, ${JSON.stringify(sample)}::jsonb, ${heardAt}::timestamptz
     where (select count(*) from device_fields where controller_id = ${controllerId}) < ${TYPES_MAX}
    on conflict (controller_id, device_type) do update set sample = excluded.sample, heard_at = excluded.heard_at`.execute(
    tx,
  )
}
