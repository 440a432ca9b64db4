/** Sentences of this screen, and why a picture did not come. */
import { CallError } from '../kit/call-error.ts'

export const FETCHING_DATES = 'Please wait, fetching available dates...'
export const DATES_LOADED = '✅ Available dates loaded'
export const NO_DATES = 'No dates found.'
export const DATES_FAILED = 'Error fetching dates. Please try again.'
export const NO_TOKEN = 'No token found. Please log in again.'
const GRAPH_FAILED = 'Failed to generate the graph. Please try again.'
const NO_URLS = 'Graph generation succeeded, but no URLs were returned.'

export interface GraphFailure {
  sentence: string
  /** What the server said about it; null when it said nothing of use. */
  reason: string | null
}

/** Null for success, and for a session that has ended: that is asked for elsewhere. */
export function graphFailure(error: unknown, urls: Record<string, string> | undefined): GraphFailure | null {
  if (error instanceof CallError) {
    if (error.kind === 'session-ended') return null
    // an answer without addresses is no failure to draw
    if (error.kind === 'unreadable') return { sentence: NO_URLS, reason: null }
    return { sentence: GRAPH_FAILED, reason: error.kind === 'answer' && !error.spoken ? null : error.message }
  }
  if (error) return { sentence: GRAPH_FAILED, reason: null }
  return urls && Object.keys(urls).length === 0 ? { sentence: NO_URLS, reason: null } : null
}

/** A sensor in words, for example `Probe 3 at 20 cm`; other identifiers as they are. */
export function sensorText(sensor: string): string {
  const [, probe, depth] = /^P(\d+)-([\d.]+)cm$/.exec(sensor) ?? []
  return probe && depth ? `Probe ${probe} at ${depth}\u00A0cm` : sensor
}

/** System of a database: its name without the year at the end. */
export function systemOfDatabase(name: string): string {
  return name.replace(/ \d{4}$/, '')
}

/** Numbers of the probes among sensors, in order. */
export function probesOf(urls: Record<string, string>): number[] {
  const numbers = Object.keys(urls).flatMap((sensor) => /^P(\d+)-/.exec(sensor)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].toSorted((a, b) => a - b)
}
