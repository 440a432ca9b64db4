/** Words of the desk that are put together from others. */
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import type { FAULT_EVENTS } from '../../contract/delivery.ts'
import { number } from '../kit/formats.ts'
import { say } from './desk.text.ts'

const faults: Record<(typeof FAULT_EVENTS)[number], string> = {
  LOW_PRESSURE: say.lowPressure,
  HIGH_PRESSURE: say.highPressure,
  LOW_FLOW: say.lowFlow,
  HIGH_FLOW: say.highFlow,
  MISALIGNED: say.misaligned,
  POWER_LOST: say.powerLost,
  VALVE_FAULT: say.valveFault,
  CABLE_FAULT: say.cableFault,
}

/** A machine may tell a code that nobody here knows. */
export function faultWord(code: string): string {
  return new Map(Object.entries(faults)).get(code) ?? code
}

/** @example '0.8 in, 30 in deep to 70%, test pattern' */
export function settingWords({ to }: DeskSystem['history'][number]): string {
  const parts = [
    ...(to.is_system_on ? [] : [say.off]),
    say.rate(number(to.application_rate)),
    ...(to.root_depth === null || to.target_moisture === null
      ? []
      : [say.depthAndTarget(number(to.root_depth), number(to.target_moisture, 0))]),
    ...(to.is_test_pattern_on ? [say.testPattern] : []),
    ...(to.is_speed_switch_on ? [say.speedControl] : []),
  ]
  return parts.join(', ')
}
