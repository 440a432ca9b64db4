/** Ends the finishing of a pass: when its arc has been watered, or after three days. */
import { dryDegrees, openArc, withinArc } from '../../agronomy/passes/finish-arc.ts'
import { selectLinks } from '../devices/links.store.ts'
import type { Kit } from '../installation/kit.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { systemById } from '../systems/membership.store.ts'
import type { System } from '../systems/membership.ts'
import { endFinish, FINISH_CHECK_EVERY_MS, watchFinish } from '../systems/settings-publication.ts'
import type { SettingsPublisher } from '../systems/settings-publisher.ts'
import type { StoredCommand } from '../systems/settings.rules.ts'
import { commandAt, lockStopAndKey, lockSystem } from '../systems/settings.store.ts'
import { arcDegrees, FINISH_OFFERED_MS, finishSince, sweptBy } from './passes.rules.ts'
import { finishRecord } from './passes.store.ts'

const FINISHED = 'Finished the pass'
const NOT_FINISHED = 'Pass not finished in three days'
/** The sector in which the arm is has no record yet: at most one sector, once the arm is beyond the arc. */
const UNRECORDED_DEG = 2.5
/** Less than a sprinkler's radius. */
const NOTHING_LEFT_DEG = 0.5

export function watchFinishes(kit: Kit, publisher: SettingsPublisher): void {
  const { clock, jobs } = kit
  jobs.process(watchFinish, async ({ systemId, settingsRev }, tx) => {
    await lockStopAndKey(tx, 0, null)
    const current = await lockSystem(tx, systemId)
    const newest = await commandAt(tx, systemId, current.settingsRev)
    // a newer setting has ended the finishing
    if (!newest?.after.finish_arc || newest.settingsRev !== settingsRev) return
    const late = clock.now().getTime() - newest.savedAt.getTime() > FINISH_OFFERED_MS
    const done = await hasFinished(tx, await systemById(tx, systemId), newest, newest.after.finish_arc)
    if (done || late) {
      await endFinish(kit, publisher, tx, { newest, name: done ? FINISHED : NOT_FINISHED })
      return
    }
    const key = `${watchFinish.name}:${systemId}`
    const notBefore = new Date(Date.now() + FINISH_CHECK_EVERY_MS)
    await jobs.enqueue(tx, watchFinish, { systemId, settingsRev }, { key, notBefore })
  })

  async function hasFinished(
    tx: ServerTx,
    system: System,
    command: StoredCommand,
    arc: readonly [number, number],
  ): Promise<boolean> {
    const now = clock.now()
    const record = await finishRecord(tx, system, { since: finishSince(command), now })
    const dry = dryDegrees(arc, sweptBy(system, record))
    if (dry <= NOTHING_LEFT_DEG) return true
    const telemetry = (await selectLinks(tx, [system.controllerId], now)).get(system.controllerId)?.telemetry
    const begun = dry <= arcDegrees(arc) - NOTHING_LEFT_DEG
    return begun && dry <= UNRECORDED_DEG && telemetry != null && !withinArc(openArc(arc), telemetry.angleDeg)
  }
}
