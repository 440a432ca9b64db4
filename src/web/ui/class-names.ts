/** Joins class names, skipping empty ones. */

/** @example classNames('a', false, undefined, 'b') // 'a b' */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
