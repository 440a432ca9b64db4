/** Prescriptions: one valve percentage for each 2-degree sector and tower zone, as the controller receives them. */

import { SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import { MAX_TOWERS } from '../pivot/pivot-zones.ts'

/** Sectors of a prescription: sector i covers 2i up to 2i + 2 degrees clockwise from true north. */
export const SECTORS = 360 / SECTOR_DEGREES

/** Zones of a prescription on the wire; those that a system lacks are 0. */
export const ZONES = MAX_TOWERS

/** Bytes of a prescription. */
export const CELLS = SECTORS * ZONES

/** 180 x 9 percentages of the application rate, 0 to 100, sector-major, shape [1620]. */
export type Prescription = Uint8Array

/**
 * Place of a cell in a prescription: 9 i + j.
 *
 * @param sector i, 0 to 179
 * @param zone j, 0 to 8 (tower number less one)
 * @returns index, 0 to 1619
 * @throws RangeError when sector or zone is out of range
 * @example cellIndex(179, 8) // 1619
 */
export function cellIndex(sector: number, zone: number): number {
  assertWhole('sector', sector, 0, SECTORS - 1)
  assertWhole('zone', zone, 0, ZONES - 1)
  return sector * ZONES + zone
}

/**
 * The same percentage in every cell of the towers that exist; absent zones stay 0.
 *
 * @param percent share of the application rate, whole, 0 to 100
 * @param towers number of towers of the system, 1 to 9
 * @returns prescription, shape [1620]
 * @throws RangeError when percent or towers is out of range
 * @example uniformPrescription(80, 2).subarray(0, 4) // { 0: 80, 1: 80, 2: 0, 3: 0 }
 */
export function uniformPrescription(percent: number, towers: number): Prescription {
  assertWhole('percent', percent, 0, 100)
  assertWhole('number of towers', towers, 1, MAX_TOWERS)
  return Uint8Array.from({ length: CELLS }, (_, cell) => (cell % ZONES < towers ? percent : 0))
}

/**
 * Test pattern: one tower's zone at 100 % all around, every other closed, so that one sees in the field that the
 * valves obey.
 *
 * @param tower the tower under test, 1 to the number of towers
 * @param towers number of towers of the system, 1 to 9
 * @returns prescription, shape [1620]
 * @throws RangeError when the system has no such tower
 * @example testPatternPrescription(2, 3).subarray(0, 4) // { 0: 0, 1: 100, 2: 0, 3: 0 }
 */
export function testPatternPrescription(tower: number, towers: number): Prescription {
  assertWhole('number of towers', towers, 1, MAX_TOWERS)
  assertWhole('tower', tower, 1, towers)
  return Uint8Array.from({ length: CELLS }, (_, cell) => (cell % ZONES === tower - 1 ? 100 : 0))
}

/**
 * What a controller runs after its prescription has expired: the full rate everywhere.
 *
 * @param towers number of towers of the system, 1 to 9
 * @returns prescription, shape [1620]
 * @throws RangeError when towers is out of range
 * @example fallbackPrescription(1).subarray(0, 2) // { 0: 100, 1: 0 }
 */
export function fallbackPrescription(towers: number): Prescription {
  return uniformPrescription(100, towers)
}

function assertWhole(name: string, value: number, least: number, greatest: number): void {
  if (!Number.isInteger(value) || value < least || value > greatest) {
    throw new RangeError(`${name} ${value} is not a whole number from ${least} to ${greatest}`)
  }
}

/** Why a cell has its percentage; a cell's reason byte counts in this list. */
export const PRESCRIPTION_REASONS = [
  'COMPUTED',
  'NO_DEFICIT',
  'BELOW_MIN',
  'CLIPPED_MAX',
  'NO_DATA',
  'GEOFENCE',
  'TEST_PATTERN',
  'OFF',
  'ABSENT',
  'ALREADY_WATERED',
  'PUMP_MIN',
  'HELD',
] as const

/** One of the reasons. */
export type PrescriptionReason = (typeof PRESCRIPTION_REASONS)[number]
