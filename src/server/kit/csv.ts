/** Tables as CSV (RFC 4180) that a spreadsheet shows and never runs. */

export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // what begins so is run, not shown, by a spreadsheet
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
