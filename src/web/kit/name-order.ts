/** Natural sort order of names: 2 before 10, ignoring case. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || a.localeCompare(b)
}
