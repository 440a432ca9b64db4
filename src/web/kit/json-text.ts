/** Reads texts from JSON; separate from code that needs the error table, to keep the first page small. */

/** A text property, or null. */
export function textOf(body: unknown, key: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The JSON of a response, or null if it has none. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
