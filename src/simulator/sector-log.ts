/** As-applied records: one document for each stay of the arm over a sector, with the water applied. */
import type { AppliedDocument } from '../contract/controller.ts'
import { SECTOR_DEGREES } from '../agronomy/pivot/pivot-geometry.ts'
import type { Running } from './device-shadow.ts'
import type { DegreePass } from './pivot.ts'

/** Real time of the passes of a step: its start, and simulated per real time. */
export type StepTime = { startedAt: number; warp: number }

type Visit = {
  key: string
  rev: number
  sector: number
  from: number
  to: number
  /** Mean over the sector, whatever part of it the arm was over. */
  depthIn: number[]
}

/** Revision before the first one. */
const NO_REVISION = 0
const HOUR_MS = 3_600_000

export class SectorLog {
  #visit: Visit | null = null

  /** The stays that ended with these passes; a change of what runs ends one in the middle of its sector. */
  add(
    passes: readonly DegreePass[],
    time: StepTime,
    running: Running | null,
    inPerHour: (sector: number) => number[],
  ): AppliedDocument[] {
    const records: AppliedDocument[] = []
    for (const pass of passes) {
      const sector = Math.floor(pass.degree / SECTOR_DEGREES)
      const rev = running?.desired.rev ?? NO_REVISION
      const key = `${rev} ${running?.fallback ?? false} ${sector}`
      const at = (ms: number) => time.startedAt + ms / time.warp
      if (this.#visit?.key !== key) records.push(...this.end())
      const open = this.#visit
      const hours = pass.waterMs / HOUR_MS
      this.#visit = {
        key,
        rev,
        sector,
        from: open?.from ?? at(pass.fromMs),
        to: at(pass.toMs),
        depthIn: inPerHour(sector).map(
          (rate, zone) => (open?.depthIn[zone] ?? 0) + (rate * hours) / SECTOR_DEGREES,
        ),
      }
    }
    return records
  }

  /** The stay in progress, for example when the machine stops. */
  end(): AppliedDocument[] {
    const visit = this.#visit
    this.#visit = null
    return visit ? [recordOf(visit)] : []
  }
}

function recordOf({ rev, sector, from, to, depthIn }: Visit): AppliedDocument {
  return {
    rev,
    sector,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    depthIn: depthIn.map((depth) => Math.round(depth * 1e4) / 1e4),
  }
}
