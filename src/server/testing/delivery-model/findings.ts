/** Violations found by a model run. */

/** `broken`: a server that exits by itself, is never ready, or returns an undocumented answer. */
export const findingKinds = ['stuck', 'lost', 'doubled', 'false', 'broken'] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  kind: FindingKind
  /** Milliseconds since the run began. */
  atMs: number
  sentence: string
}

export interface Findings {
  readonly all: readonly Finding[]
  count(kind: FindingKind): number
  /** @param key identifies a finding: equal ones are recorded once */
  add(kind: FindingKind, key: string, sentence: string): void
}

export function createFindings(): Findings {
  const beganAt = performance.now()
  const found = new Map<string, Finding>()
  return {
    get all() {
      return [...found.values()]
    },
    count: (ofKind) => [...found.values()].filter(({ kind }) => kind === ofKind).length,
    add(kind, key, sentence) {
      const id = `${kind} ${key}`
      if (!found.has(id)) found.set(id, { kind, atMs: Math.round(performance.now() - beganAt), sentence })
    },
  }
}
