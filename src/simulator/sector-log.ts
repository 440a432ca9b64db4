/** The as-applied record: one document for each sector that the arm has left, with the water it got. */
import type { AppliedDocument } from '../contract/controller.ts'
import { SECTOR_DEGREES } from '../contract/limits.ts'
import type { Running } from './device-shadow.ts'
import type { SectorPass } from './pivot.ts'

/** Where the passes of a step lie in wall time: its beginning, and simulated per wall time. */
export type StepTime = { startedAt: number; warp: number }

type Visit = {
  key: string
  rev: number
  sector: number
  from: number
  to: number
  degrees: number
  depthIn: number[]
}

export class SectorLog {
  #visit: Visit | null = null

  /** The sectors left behind by these passes; a change of what runs closes a sector in its middle. */
  add(
    passes: readonly SectorPass[],
    time: StepTime,
    running: Running | null,
    depthIn: (sector: number) => number[],
  ): AppliedDocument[] {
    const left: AppliedDocument[] = []
    for (const pass of passes) {
      const key = running ? `${running.desired.rev} ${running.fallback} ${pass.sector}` : ''
      const at = (ms: number) => time.startedAt + ms / time.warp
      if (this.#visit && this.#visit.key !== key) left.push(recordOf(this.#visit))
      if (!running) {
        this.#visit = null
        continue
      }
      const open = this.#visit?.key === key ? this.#visit : null
      this.#visit = {
        key,
        rev: running.desired.rev,
        sector: pass.sector,
        from: open?.from ?? at(pass.fromMs),
        to: at(pass.toMs),
        degrees: (open?.degrees ?? 0) + pass.degrees,
        depthIn: open?.depthIn ?? depthIn(pass.sector),
      }
    }
    return left
  }
}

function recordOf({ rev, sector, from, to, degrees, depthIn }: Visit): AppliedDocument {
  const share = degrees / SECTOR_DEGREES
  return {
    rev,
    sector,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    depthIn: depthIn.map((depth) => Math.round(depth * share * 1e4) / 1e4),
  }
}
