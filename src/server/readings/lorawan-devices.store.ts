/** SQL of LoRaWAN devices: the probe and depth assigned to each. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { LorawanDevice } from './lorawan.rules.ts'

export async function selectLorawanDevices(db: Reader, controllerId: number): Promise<LorawanDevice[]> {
  const { rows } = await sql<LorawanDevice>`
    select device_id as "deviceId", probe, depth_cm as "depthCm"
      from radio_devices where controller_id = ${controllerId} order by device_id`.execute(db)
  return rows
}

export async function selectLorawanDevice(
  db: Reader,
  controllerId: number,
  deviceId: string,
): Promise<LorawanDevice | undefined> {
  const { rows } = await sql<LorawanDevice>`
    select device_id as "deviceId", probe, depth_cm as "depthCm"
      from radio_devices where controller_id = ${controllerId} and device_id = ${deviceId}`.execute(db)
  return rows[0]
}

export async function putLorawanDevice(
  tx: ServerTx,
  controllerId: number,
  { deviceId, probe, depthCm }: LorawanDevice,
): Promise<void> {
  await sql`
    insert into radio_devices (controller_id, device_id, probe, depth_cm)
    values (${controllerId}, ${deviceId}, ${probe}, ${depthCm})
    on conflict (controller_id, device_id) do update
      set probe = excluded.probe, depth_cm = excluded.depth_cm`.execute(tx)
}

/** @returns false when there was none */
export async function deleteLorawanDevice(
  tx: ServerTx,
  controllerId: number,
  deviceId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from radio_devices where controller_id = ${controllerId} and device_id = ${deviceId}`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}
