/** The name of a system, which is its identifier too. */
import * as z from 'zod/mini'
import { SYSTEM_NAME_MAX } from './limits.ts'

/** Letters, digits, space, `-`, `_`, `.`; not starting with `.`. */
export const SYSTEM_NAME = /^[A-Za-z0-9 _-][A-Za-z0-9 _.-]*$/

export const systemName = z
  .string('system_not_selected')
  .check(z.minLength(1, 'system_not_selected'), z.maxLength(SYSTEM_NAME_MAX, 'system_not_found'))
