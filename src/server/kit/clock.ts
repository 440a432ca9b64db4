/** The only source of the current time, so that a test can let days pass. */

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The real clock plus an offset that a test advances. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms) => {
      ahead += ms
    },
  }
}
