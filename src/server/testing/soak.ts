/** How much of a long test runs: part of it in `npm test`, all of it in `npm run test:soak`. */

export const SOAKING = process.env['SOAK'] === '1'

export function soak(part: number, all: number): number {
  return SOAKING ? all : part
}

/**
 * Timeout of a test that takes this long on an idle machine at full size. The other one only ends a test that hangs: beside
 * others on a slow machine a part of a test took nine times as long as alone.
 */
export function testTimeout(allMs: number): { timeout: number } {
  return { timeout: SOAKING ? allMs * 4 : 600_000 }
}
