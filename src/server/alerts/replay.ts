/** Replays a system's record between two instants, by the current or by other rules. */
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { FAULT_EVENTS } from '../../contract/delivery.ts'
import { EXPIRY_WARNING_MS } from '../../contract/limits.ts'
import { selectEvents, selectTrack } from '../devices/records.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { FINISH_OFFERED_MS, toFinish } from '../passes/passes.rules.ts'
import { passesBetween } from '../passes/system-passes.ts'
import { placedProbes } from '../probes/placed-probes.ts'
import type { System } from '../systems/membership.ts'
import { kindOf } from './kinds.rules.ts'
import { type Episode, stretches } from './replay.rules.ts'
import {
  type PastSetting,
  selectLinkChanges,
  selectPastAlerts,
  selectPastSettings,
  selectSilences,
} from './replay.store.ts'

interface Span {
  from: Date
  to: Date
}
type Past = (db: Reader, system: System, span: Span) => Promise<Episode[]>

/** What began before a period may extend into it. */
const BEFORE_MS = 3 * 24 * 3_600_000

const past: Record<AlertKind, Past> = {
  async stopped_wet(db, { controllerId }, span) {
    const track = await selectTrack(db, controllerId, span)
    return stretches(
      track.map(({ at, moving, wet }) => ({ at, holds: !moving && wet })),
      'stopped_wet',
    )
  },

  async fault(db, { controllerId }, span) {
    const events = await selectEvents(db, controllerId, span)
    return FAULT_EVENTS.flatMap((code) => {
      // the newest fault lasts until the machine starts, or reports another
      const ends = new Set<string>([...FAULT_EVENTS, 'STARTED'])
      const points = events.filter((event) => ends.has(event.code))
      return stretches(
        points.map((event) => ({ at: event.at, holds: event.code === code })),
        'fault',
        code,
      )
    })
  },

  async stopped_short(db, system, span) {
    const passes = await passesBetween(db, system, span.from, span.to)
    // one that was resumed later is no longer a short pass, but was one then
    const recordedEpisodes = await recorded(db, system, span, 'stopped_short')
    const cutEpisodes = passes.flatMap((pass, at): Episode[] => {
      if (!toFinish([pass], new Date(pass.to))) return []
      const next = passes[at + 1]?.from ?? null
      const end = next ?? pass.to + FINISH_OFFERED_MS
      const to = next === null && end > span.to.getTime() ? null : end
      return [{ kind: 'stopped_short', subject: '', from: pass.to, to }]
    })
    return [...recordedEpisodes, ...cutEpisodes]
  },

  async offline(db, { controllerId }, span) {
    const changes = await selectLinkChanges(db, controllerId, span)
    return stretches(
      changes.map(({ at, online }) => ({ at, holds: !online })),
      'offline',
    )
  },

  async setting(db, { controllerId }, span) {
    return settingEpisodes(await selectPastSettings(db, controllerId, span), span.to)
  },

  async probe(db, system, span) {
    const probes = (await placedProbes(db, system)).map(({ number }) => number)
    const { lastsMs } = kindOf('probe')
    const silences = await selectSilences(db, system.controllerId, probes, { ...span, lastsMs })
    return silences.map(({ probe, since, until }) => ({
      kind: 'probe',
      subject: String(probe),
      from: since.getTime(),
      to: until && until.getTime(),
    }))
  },

  panel: (db, system, span) => recorded(db, system, span, 'panel'),
  refill: (db, system, span) => recorded(db, system, span, 'refill'),
}

/** These two leave no record but their alerts. */
async function recorded(db: Reader, { id }: System, span: Span, kind: AlertKind): Promise<Episode[]> {
  const alerts = await selectPastAlerts(db, id, [kind], span)
  return alerts.map(({ subject, since, endedAt }) => ({
    kind,
    subject,
    from: since.getTime(),
    to: endedAt && endedAt.getTime(),
  }))
}

function settingEpisodes(settings: readonly PastSetting[], end: Date): Episode[] {
  return settings.flatMap(({ validUntil, rejectedAt, settingsRev }, at): Episode[] => {
    const next = settings[at + 1]
    if (rejectedAt) {
      const newer = settings.find((setting) => setting.settingsRev > settingsRev)
      const to = newer ? newer.issuedAt.getTime() : null
      return [{ kind: 'setting', subject: 'rejected', from: rejectedAt.getTime(), to }]
    }
    const from = validUntil.getTime() - EXPIRY_WARNING_MS
    const to = next ? next.issuedAt.getTime() : null
    if (from > end.getTime() || (to !== null && to <= from)) return []
    return [{ kind: 'setting', subject: 'expiring', from, to }]
  })
}

/** States of some kinds in a period, from stored data. */
export async function pastEpisodes(
  db: Reader,
  system: System,
  { from, to }: Span,
  kinds: readonly AlertKind[],
): Promise<Episode[]> {
  const span = { from: new Date(from.getTime() - BEFORE_MS), to }
  const found: Episode[] = []
  for (const kind of kinds) found.push(...(await past[kind](db, system, span)))
  return found
}
