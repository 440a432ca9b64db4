/** Which questions a search finds. */

/** Those whose words contain the query, whatever its case; all of them for an empty one. */
export function matchingQuestions<T extends { question: string }>(entries: readonly T[], query: string): T[] {
  const wanted = query.trim().toLowerCase()
  return entries.filter(({ question }) => question.toLowerCase().includes(wanted))
}
