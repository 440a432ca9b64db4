/** Limits that contract and agronomy define separately, to keep import chains short, are equal. */
import { expect, it } from 'vitest'
import { MAX_TOWERS as MOST_ZONES } from '../agronomy/pivot/pivot-zones.ts'
import { SECTORS as SECTORS_OF_A_TURN } from '../agronomy/prescription/prescription.ts'
import { MAX_TOWERS, SECTORS } from './limits.ts'

it('agree', () => {
  expect({ MAX_TOWERS, SECTORS }).toEqual({ MAX_TOWERS: MOST_ZONES, SECTORS: SECTORS_OF_A_TURN })
})
