/** What every comparison with figures computed elsewhere is: a path in, lines and a verdict out. */

/**
 * @param options what follows the path; only some take any
 * @returns whether all figures agree within their tolerances
 */
export type Comparison = (
  path: string,
  print: (line: string) => void,
  options?: readonly string[],
) => Promise<boolean>

/** The path, or what is in it, is not what a comparison can read. */
export class UnreadableCases extends Error {}
