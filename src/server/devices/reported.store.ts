/** Stores what a report proves, in one transaction in which the controller's row is held. */
import type { ReportedDocument } from '../../contract/controller.ts'
import type { Writer } from '../kit/database.ts'
import type { DeviceTables } from './devices.rows.ts'
import { isNewer, judge, type Judgement, type Publication } from './reported.rules.ts'

interface StoredReport {
  /** Of ours, only the publications that moved. */
  judgement: Judgement
  /** Whether the report says something else than the one before. */
  changed: boolean
}

export async function storeReport(
  tx: Writer,
  controllerId: number,
  report: ReportedDocument,
  now: Date,
): Promise<StoredReport> {
  const db = tx.withTables<DeviceTables>()
  const { rev } = await db
    .selectFrom('controllers')
    .select('rev')
    .where('id', '=', controllerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = await selectPublications(tx, controllerId, [report.rev, report.seenRev])
  const judgement = judge(report, rev, (wanted) => known.get(wanted), now)
  if (judgement.kind === 'foreign') return { judgement, changed: false }
  const changed = await keepNewest(tx, controllerId, report, now)
  if (judgement.kind === 'ahead') return { judgement, changed }
  const moved = judgement.publications.filter((after) => hasMoved(known.get(after.rev), after))
  for (const publication of moved) await updateRungs(tx, controllerId, publication)
  return { judgement: { ...judgement, publications: moved }, changed }
}

async function selectPublications(
  tx: Writer,
  controllerId: number,
  revs: number[],
): Promise<Map<number, Publication>> {
  const rows = await tx
    .withTables<DeviceTables>()
    .selectFrom('desired_states')
    .select([
      'rev',
      'settings_rev as settingsRev',
      'command_id as commandId',
      'rx_sha256 as rxSha256',
      'sent_at as sentAt',
      'received_at as receivedAt',
      'applied_at as appliedAt',
      'rejected_at as rejectedAt',
      'rejected_code as rejectedCode',
      'expired_at as expiredAt',
    ])
    .where('controller_id', '=', controllerId)
    .where('rev', 'in', revs)
    .execute()
  return new Map(rows.map((row) => [row.rev, row]))
}

const RUNGS = ['sentAt', 'receivedAt', 'appliedAt', 'rejectedAt', 'expiredAt'] as const

function hasMoved(before: Publication | undefined, after: Publication): boolean {
  return RUNGS.some((rung) => before?.[rung] !== after[rung])
}

async function updateRungs(tx: Writer, controllerId: number, publication: Publication): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .updateTable('desired_states')
    .set({
      sent_at: publication.sentAt,
      received_at: publication.receivedAt,
      applied_at: publication.appliedAt,
      rejected_at: publication.rejectedAt,
      rejected_code: publication.rejectedCode,
      expired_at: publication.expiredAt,
    })
    .where('controller_id', '=', controllerId)
    .where('rev', '=', publication.rev)
    .execute()
}

async function keepNewest(
  tx: Writer,
  controllerId: number,
  report: ReportedDocument,
  now: Date,
): Promise<boolean> {
  const db = tx.withTables<DeviceTables>()
  const link = await db
    .selectFrom('controller_links')
    .select('reported')
    .where('controller_id', '=', controllerId)
    .executeTakeFirstOrThrow()
  if (!isNewer(report, link.reported)) return false
  await db
    .updateTable('controller_links')
    .set({ reported: JSON.stringify(report), reported_at: now })
    .where('controller_id', '=', controllerId)
    .execute()
  return !saysTheSame(report, link.reported)
}

const SAID = ['rev', 'settingsRev', 'mode', 'rxSha256', 'appliedAt', 'result', 'code'] as const

function saysTheSame(report: ReportedDocument, known: ReportedDocument | null): boolean {
  return SAID.every((field) => report[field] === known?.[field])
}
