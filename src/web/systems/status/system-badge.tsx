/** The status of a system as word and icon. */
import {
  CirclePause,
  Droplets,
  OctagonAlert,
  RotateCcw,
  RotateCw,
  Timer,
  Unplug,
  WifiOff,
} from 'lucide-react'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { SystemStatus } from './system-status.ts'

const icons = {
  'wet-stop': Droplets,
  fault: OctagonAlert,
  refused: OctagonAlert,
  unlinked: Unplug,
  offline: WifiOff,
  stale: Timer,
  forward: RotateCw,
  reverse: RotateCcw,
  stopped: CirclePause,
} as const satisfies Record<SystemStatus['kind'], unknown>

export function SystemBadge({ status }: { status: SystemStatus }) {
  return (
    <StatusBadge
      tone={status.tone}
      word={status.word}
      icon={icons[status.kind]}
      remembered={status.remembered}
    />
  )
}
