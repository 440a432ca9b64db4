/** SQL of radio devices: which probe each one is, as the provider said. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { RadioDevice } from './lorawan.rules.ts'

export async function selectRadioDevices(db: Reader, controllerId: number): Promise<RadioDevice[]> {
  const { rows } = await sql<RadioDevice>`
    select device_id as "deviceId", probe, depth_cm as "depthCm"
      from radio_devices where controller_id = ${controllerId} order by device_id`.execute(db)
  return rows
}

export async function selectRadioDevice(
  db: Reader,
  controllerId: number,
  deviceId: string,
): Promise<RadioDevice | undefined> {
  const { rows } = await sql<RadioDevice>`
    select device_id as "deviceId", probe, depth_cm as "depthCm"
      from radio_devices where controller_id = ${controllerId} and device_id = ${deviceId}`.execute(db)
  return rows[0]
}

export async function putRadioDevice(
  tx: ServerTx,
  controllerId: number,
  { deviceId, probe, depthCm }: RadioDevice,
): Promise<void> {
  await sql`
    insert into radio_devices (controller_id, device_id, probe, depth_cm)
    values (${controllerId}, ${deviceId}, ${probe}, ${depthCm})
    on conflict (controller_id, device_id) do update
      set probe = excluded.probe, depth_cm = excluded.depth_cm`.execute(tx)
}

/** @returns false when there was none */
export async function deleteRadioDevice(
  tx: ServerTx,
  controllerId: number,
  deviceId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from radio_devices where controller_id = ${controllerId} and device_id = ${deviceId}`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}
