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
  const outages = silent
    .flatMap((system) => (system.since ? [{ system, at: system.since.getTime() }] : []))
    .toSorted((a, b) => a.at - b.at)
  const groups: (typeof outages)[] = []
  for (const outage of outages) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && outage.at - before.at <= TOGETHER_MS) group.push(outage)
    else groups.push([outage])
  }
  const together = groups.filter(({ length }) => length >= TOGETHER_LEAST)
  const grouped = new Set(together.flat().map(({ system }) => system))
  return {
    incidents: together
      .toSorted((a, b) => b.length - a.length)
      .map((group) => ({
        since: new Date(group[0]?.at ?? 0).toISOString(),
        until: new Date(group.at(-1)?.at ?? 0).toISOString(),
        systems: group.length,
        examples: group
          .map(({ system }) => system.system)
          .toSorted()
          .slice(0, EXAMPLES),
      })),
    alone: silent.filter((system) => !grouped.has(system)),
  }
}
