/** SQL of the current state of every machine, from which alerts are derived. */
import { sql } from 'kysely'
import type { Doubt } from '../../contract/balance.ts'
import type { LinkState } from '../devices/device-link.ts'
import {
  faultsAndStarts,
  linkColumns,
  linkFromRow,
  type LinkRow,
  linkTables,
} from '../devices/links.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { placedProbes } from '../probes/placed-probes.ts'
import type { System } from '../systems/membership.ts'
import { selectSystems } from '../systems/membership.store.ts'

/** The balance of a field with a crop. */
interface FieldWater {
  computedAt: Date
  refillAt: Date | null
  driestPercent: number | null
  doubt: Doubt | null
  rainLikely: boolean
  /** The machine is running a pass. */
  running: boolean
}

export interface Machine {
  system: System
  link: LinkState
  /** When its link last changed; null for never. */
  linkAt: Date | null
  telemetryHeardAt: Date | null
  /** When it last started or stopped. */
  trackedAt: Date | null
  /** Reported by a machine that has not started since, by its own clock. */
  fault: { code: string; at: Date; heardAt: Date } | null
  /** The newest setting, if the machine refused it. */
  rejected: { at: Date; code: string | null } | null
  water: FieldWater | null
}

interface Row extends LinkRow {
  controllerId: number
  linkAt: Date | null
  telemetryHeardAt: Date | null
  trackedAt: Date | null
  faultHeardAt: Date
  rejectedAt: Date | null
  rejectedCode: string | null
  computedAt: Date | null
  refillAt: Date | null
  driestPercent: number | null
  doubt: Doubt | null
  rainLikely: boolean | null
  running: boolean | null
}

/** All systems. */
export async function selectMachines(db: Reader, now: Date): Promise<Machine[]> {
  const systems = await selectSystems(db)
  const { rows } = await sql<Row>`
    select c.id as "controllerId", ${linkColumns}, came.at as "linkAt",
           l.telemetry_heard_at as "telemetryHeardAt", l.tracked_at as "trackedAt", e.heard_at as "faultHeardAt",
           refused.rejected_at as "rejectedAt", refused.rejected_code as "rejectedCode",
           water.computed_at as "computedAt", (water.outlook ->> 'refill_at')::timestamptz as "refillAt",
           (water.outlook ->> 'driest_percent')::double precision as "driestPercent",
           water.outlook ->> 'doubt' as doubt,
           jsonb_typeof(water.outlook -> 'rain_likely') = 'object' as "rainLikely",
           (water.outlook -> 'pass' ->> 'running')::boolean as running
      from ${linkTables} ${faultsAndStarts(sql`at desc, heard_at desc`)}
      join systems s on s.controller_id = c.id
      left join lateral (
        select at from controller_connections where controller_id = c.id order by id desc limit 1
      ) came on true
      left join lateral (
        select rejected_at, rejected_code from desired_states d
         where d.controller_id = c.id and d.settings_rev = c.settings_rev and d.rejected_at is not null
           and not exists (
             select from desired_states a
              where a.controller_id = c.id and a.settings_rev = c.settings_rev and a.applied_at is not null)
         order by d.rev desc limit 1
      ) refused on true
      left join lateral (
        select b.computed_at, b.outlook from water_balances b
         where b.system_id = s.id and (
           select crop from system_crops where system_id = s.id order by id desc limit 1) is not null
      ) water on true
     where s.decommissioned_at is null`.execute(db)
  const byController = new Map(rows.map((row) => [row.controllerId, row]))
  return systems.flatMap((system): Machine[] => {
    const row = byController.get(system.controllerId)
    return row ? [machineOf(system, row, now)] : []
  })
}

function machineOf(system: System, row: Row, now: Date): Machine {
  const { rejectedAt, computedAt } = row
  const link = linkFromRow(row, now)
  return {
    system,
    link,
    linkAt: row.linkAt,
    telemetryHeardAt: row.telemetryHeardAt,
    trackedAt: row.trackedAt,
    fault: link.fault && { ...link.fault, heardAt: row.faultHeardAt },
    rejected: rejectedAt && { at: rejectedAt, code: row.rejectedCode },
    water: computedAt && {
      computedAt,
      refillAt: row.refillAt,
      driestPercent: row.driestPercent,
      doubt: row.doubt,
      rainLikely: row.rainLikely ?? false,
      running: row.running ?? false,
    },
  }
}

/** A probe without valid readings for long, and its last one. */
export interface SilentProbe {
  probe: number
  lastAt: Date
}

/** Placed probes without readings since an instant, by system; without those silent since long before. */
export async function selectSilentProbes(
  db: Reader,
  systems: readonly System[],
  { since, before }: { since: Date; before: Date },
): Promise<Map<number, SilentProbe[]>> {
  const { rows } = await sql<{ controllerId: number; probe: number; lastAt: Date }>`
    select controller_id as "controllerId", probe, max(last_at) as "lastAt"
      from sensors group by controller_id, probe
    having max(last_at) < ${before} and max(last_at) >= ${since}`.execute(db)
  const byController = Map.groupBy(rows, ({ controllerId }) => controllerId)
  const found = new Map<number, SilentProbe[]>()
  for (const system of systems) {
    const silent = byController.get(system.controllerId)
    if (!silent) continue
    const placed = new Set((await placedProbes(db, system)).map(({ number }) => number))
    found.set(
      system.id,
      silent.filter(({ probe }) => placed.has(probe)).map(({ probe, lastAt }) => ({ probe, lastAt })),
    )
  }
  return found
}
