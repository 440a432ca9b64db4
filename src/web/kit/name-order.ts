/** The order of names as people count: 2 before 10, whatever the case. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || a.localeCompare(b)
}
