/** Formats of faults and settings at the desk. */
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import type { FAULT_EVENTS } from '../../contract/delivery.ts'
import { number } from '../kit/formats.ts'
import { text } from './desk.text.ts'

const faults: Record<(typeof FAULT_EVENTS)[number], string> = {
  LOW_PRESSURE: text.lowPressure,
  HIGH_PRESSURE: text.highPressure,
  LOW_FLOW: text.lowFlow,
  HIGH_FLOW: text.highFlow,
  MISALIGNED: text.misaligned,
  POWER_LOST: text.powerLost,
  VALVE_FAULT: text.valveFault,
  CABLE_FAULT: text.cableFault,
}

/** A machine may report an unknown code. */
export function faultWord(code: string): string {
  return new Map(Object.entries(faults)).get(code) ?? code
}

/** @example '0.8 in, 30 in deep to 70%, test pattern' */
export function settingWords({ to }: DeskSystem['history'][number]): string {
  const parts = [
    ...(to.is_system_on ? [] : [text.off]),
    text.rate(number(to.application_rate)),
    ...(to.root_depth === null || to.target_moisture === null
      ? []
      : [text.depthAndTarget(number(to.root_depth), number(to.target_moisture, 0))]),
    ...(to.is_test_pattern_on ? [text.testPattern] : []),
    ...(to.is_speed_switch_on ? [text.speedControl] : []),
  ]
  return parts.join(', ')
}
