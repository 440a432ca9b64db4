/** Latitude and longitude as they are typed. */

/** What was typed as degrees, a decimal comma too, or null. */
export function degreesOf(text: string, limit: 90 | 180): number | null {
  const cleaned = text.trim().replace(',', '.')
  const value = Number(cleaned)
  return cleaned !== '' && Number.isFinite(value) && Math.abs(value) <= limit ? value : null
}
