/** One request to a weather service: with a timeout, a size limit, conditional where possible, and without its key in a log. */
import type { WeatherFailure } from '#contract/weather.ts'

/** The service returned nothing usable. */
export class WeatherUnavailable extends Error {
  readonly failure: WeatherFailure
  /** The failure applies to every place. */
  readonly forAll: boolean
  /** Retry-After, ms; null for none. */
  readonly restMs: number | null

  constructor(failure: WeatherFailure, why: string, forAll = false, restMs: number | null = null) {
    super(why)
    this.name = 'WeatherUnavailable'
    this.failure = failure
    this.forAll = forAll
    this.restMs = restMs
  }
}

interface ServiceAnswer {
  text: string
  /** Cache validator for a conditional request; null for none. */
  validator: string | null
}

const WITHIN_MS = 10_000
/** Half a year of hours is 400 KB; more is not a valid answer. */
const MOST_BYTES = 8_000_000
const MOST_REST_MS = 24 * 3_600_000

/**
 * @param validator of the last answer to the same request
 * @returns the answer, or null if it is the same as the last
 * @throws WeatherUnavailable if there is no answer within ten seconds, or a refusal
 */
export async function askService(
  address: string,
  validator: string | null = null,
): Promise<ServiceAnswer | null> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  try {
    const headers = new Headers(validator === null ? [] : [['if-none-match', validator]])
    const response = await fetch(address, { signal, headers, redirect: 'manual' })
    if (response.status === 304 && validator !== null) return null
    const text = await boundedText(response)
    if (!response.ok) throw refusal(response)
    return { text, validator: response.headers.get('etag') }
  } catch (error) {
    if (error instanceof WeatherUnavailable) throw error
    // neither URL nor cause is passed on: they contain the key
    throw new WeatherUnavailable('no_answer', signal.aborted ? 'no answer in time' : 'not reached', true)
  }
}

/**
 * @param schema parses the JSON; throws if it does not match
 * @throws WeatherUnavailable if the answer is not JSON, or not of the requested form
 */
export function readAnswer<T>(
  text: string,
  schema: { safeParse(json: unknown): { success: true; data: T } | { success: false } },
): T {
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw notUnderstood('the answer has another shape')
  return parsed.data
}

export function notUnderstood(why: string): WeatherUnavailable {
  return new WeatherUnavailable('not_understood', why)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WeatherUnavailable('not_understood', 'the answer is no JSON', true)
  }
}

function refusal({ status, headers }: Response): WeatherUnavailable {
  const restMs = restAskedFor(headers.get('retry-after'))
  if (status === 429) return new WeatherUnavailable('too_many_calls', 'asked too often', true, restMs)
  // a rejected key, and a service that is down or has moved, concern every place; redirects would leak the key
  const forAll = status === 401 || status === 403 || status >= 500 || (status >= 300 && status < 400)
  return new WeatherUnavailable('refused', `answered ${status}`, forAll, restMs)
}

/** Seconds, or a date. */
function restAskedFor(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(MOST_REST_MS, Math.max(0, ms))
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw notUnderstood('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
