/** The System type as its members see it, and what each role may change. */
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import type { SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { Role } from '../../contract/systems.ts'
import { Problem } from '../kit/problem.ts'

/** A connected system. */
export interface System {
  id: number
  controllerId: number
  name: string
  timeZone: string
  pivot: Pivot
  /** Pipe and end gun beyond the last tower, m; included in the wetted radius. */
  overhangM: number
  texture: SoilTexture
  /** m3/m3; null for the texture's value. */
  fieldCapacity: number | null
  wiltingPoint: number | null
  /** Share of the gross depth that reaches the root zone. */
  efficiency: number
  /** Depth found by catch cans divided by the computed depth; null when never measured. */
  depthFactor: number | null
  localOnly: boolean
  /** The provider has stopped new settings of this system. */
  stopped: boolean
  settingsRev: number
}

/** A system with the role of one of its members. */
export interface MemberSystem extends System {
  role: Role
}

/** @throws Problem('role_may_not_change') for a viewer */
export function mayChange(system: MemberSystem): void {
  if (system.role === 'viewer') throw new Problem('role_may_not_change')
}

/** @throws Problem('owner_only') for everyone but the owner */
export function mustOwn(system: MemberSystem): void {
  if (system.role !== 'owner') throw new Problem('owner_only')
}
