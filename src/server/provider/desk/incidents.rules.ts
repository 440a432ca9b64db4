/** Groups systems that fell silent together into incidents: a network, a mobile carrier, a region without power. */
import type { DeskPerson, Incident } from '#contract/accounts/desk.ts'

/** This many within this time of one another have one cause. */
const [TOGETHER_LEAST, TOGETHER_MS] = [5, 120_000]
const EXAMPLES = 5

interface Silent {
  system: string
  since: Date | null
  owner: DeskPerson | null
}

/**
 * Divides silent systems into incidents, the largest first, and single ones, in the given order. A system belongs to the
 * same incident when it follows the previous one within two minutes. Systems of a single owner are
 * an incident as well: one office's link.
 *
 * O(n log n) for n systems.
 */
export function apart<T extends Silent>(silent: readonly T[]): { incidents: Incident[]; alone: T[] } {
  const known = silent
    .flatMap((each) => (each.since ? [{ each, at: each.since.getTime() }] : []))
    .toSorted((a, b) => a.at - b.at)
  const groups: (typeof known)[] = []
  for (const one of known) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && one.at - before.at <= TOGETHER_MS) group.push(one)
    else groups.push([one])
  }
  const together = groups.filter(({ length }) => length >= TOGETHER_LEAST)
  const taken = new Set(together.flat().map(({ each }) => each))
  return {
    incidents: together
      .toSorted((a, b) => b.length - a.length)
      .map((group) => ({
        since: new Date(group[0]?.at ?? 0).toISOString(),
        until: new Date(group.at(-1)?.at ?? 0).toISOString(),
        systems: group.length,
        examples: group
          .map(({ each }) => each.system)
          .toSorted()
          .slice(0, EXAMPLES),
      })),
    alone: silent.filter((each) => !taken.has(each)),
  }
}
