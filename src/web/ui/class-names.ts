/** Joins the class names that are there. */

/** @example classNames('a', false, undefined, 'b') // 'a b' */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
