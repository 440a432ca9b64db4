/** Waiting for what other connections and processes do. */
import { vi } from 'vitest'

/** Only ends a test that hangs. */
const WITHIN_MS = 60_000

/** Repeats a check until it throws nothing. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: WITHIN_MS })
}
