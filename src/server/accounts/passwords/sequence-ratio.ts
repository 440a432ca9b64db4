/** How alike two words are, as Python's `difflib.SequenceMatcher.quick_ratio` counts it. */

/**
 * Twice the characters in common (each counted as often as both have it) over all characters.
 *
 * @returns 0 to 1; 1 for two empty words
 * @example quickRatio('abcdefgQZX', 'abcdefghij') // 0.7
 */
export function quickRatio(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (left.length + right.length === 0) return 1
  const unmatched = new Map<string, number>()
  for (const character of right) unmatched.set(character, (unmatched.get(character) ?? 0) + 1)
  let common = 0
  for (const character of left) {
    const rest = unmatched.get(character) ?? 0
    if (rest > 0) common += 1
    unmatched.set(character, rest - 1)
  }
  return (2 * common) / (left.length + right.length)
}
