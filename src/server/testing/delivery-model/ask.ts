/** An HTTP call with a timeout, like a browser's. */

export interface Reply {
  status: number
  body: unknown
  retryAfterMs: number
}

interface Question {
  json?: unknown
  headers?: Record<string, string>
  withinMs?: number
}

/** @returns null if there was no answer, or an incomplete one */
export async function ask(
  url: string,
  { json, headers = {}, withinMs = 5000 }: Question = {},
): Promise<Reply | null> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(withinMs),
      headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    })
    const body: unknown = await answer.json()
    const retryAfterMs = Number(answer.headers.get('retry-after') ?? 0) * 1000
    return { status: answer.status, body, retryAfterMs }
  } catch {
    return null
  }
}
