/** The one source of "now", so that a test can let days pass. */

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that runs with the real one, moved by what a test asks for. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms) => {
      ahead += ms
    },
  }
}
