/** Writes CSV (RFC 4180) in which a spreadsheet does not execute any cell. */

export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // spreadsheets execute cells that begin like this
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
