/** The interface of all comparisons with figures computed elsewhere: a path in, lines and a verdict out. */

/**
 * @param options after the path; only some comparisons have any
 * @returns whether all figures agree within their tolerances
 */
export type Comparison = (
  path: string,
  print: (line: string) => void,
  options?: readonly string[],
) => Promise<boolean>

/** The path, or its content, is not what the comparison can read. */
export class UnreadableCases extends Error {}
