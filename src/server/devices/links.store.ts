/** The newest that is known of each controller's link: online, last seen, telemetry, report. */
import type { ReportedDocument, TelemetryDocument } from '../../contract/controller.ts'
import type { Reader } from '../kit/database.ts'
import type { DeviceTables } from './devices.rows.ts'

export interface LinkState {
  topicId: string
  online: boolean
  lastSeen: Date | null
  telemetry: TelemetryDocument | null
  reported: ReportedDocument | null
}

export async function selectLinks(db: Reader, controllerIds: number[]): Promise<Map<number, LinkState>> {
  if (controllerIds.length === 0) return new Map()
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('controller_links')
    .innerJoin('controllers', 'controllers.id', 'controller_id')
    .select(['controller_id', 'topic_id', 'online', 'last_seen', 'telemetry', 'reported'])
    .where('controller_id', 'in', controllerIds)
    .execute()
  return new Map(
    rows.map(({ controller_id, topic_id, online, last_seen, telemetry, reported }) => [
      controller_id,
      { topicId: topic_id, online, lastSeen: last_seen, telemetry, reported },
    ]),
  )
}
