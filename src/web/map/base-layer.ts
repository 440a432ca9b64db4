/** Chooses the base layer: tiles over outlines, a map style, or outlines only. */
import type { StyleSpecification } from 'maplibre-gl'
import type { Imagery } from '../kit/imagery.ts'

const STYLE_TIMEOUT_MS = 8000

/** WMTS names of z, x and y. */
const WMTS_PLACEHOLDERS = [
  [/\{TileMatrix\}/gi, '{z}'],
  [/\{TileRow\}/gi, '{y}'],
  [/\{TileCol\}/gi, '{x}'],
] as const

/** Default GetTile parameters besides layer and matrix set. */
const WMTS_DEFAULTS = {
  REQUEST: 'GetTile',
  VERSION: '1.0.0',
  STYLE: 'default',
  FORMAT: 'image/jpeg',
  TILEMATRIX: '{z}',
  TILEROW: '{y}',
  TILECOL: '{x}',
}

/**
 * The tile template in a URL: XYZ, or WMTS as a template (REST) or with parameters (KVP) in a Web Mercator matrix set; null for the URL of a style.
 */
export function tileTemplate(url: string): string | null {
  const template = WMTS_PLACEHOLDERS.reduce((text, [place, name]) => text.replace(place, name), url)
  if (/\{(z|x|y|quadkey|bbox-epsg-3857)\}/.test(template)) return template
  const { searchParams } = new URL(url)
  const paramNames = new Set([...searchParams.keys()].map((name) => name.toUpperCase()))
  const service = [...searchParams].find(([name]) => name.toUpperCase() === 'SERVICE')?.[1]
  if (service?.toUpperCase() !== 'WMTS') return null
  const defaults = Object.entries(WMTS_DEFAULTS).filter(([name]) => !paramNames.has(name))
  return `${url}&${defaults.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Replacements of `{s}`, for URLs with several hosts. */
const HOSTS = ['a', 'b', 'c']

/** URLs of the same tiles, one per host. */
export function hostsOf(template: string): string[] {
  return template.includes('{s}') ? HOSTS.map((host) => template.replace('{s}', host)) : [template]
}

/** The base map: tiles over the outlines, a third-party style, or the outlines alone. */
export type BaseLayer =
  | { kind: 'outlines'; failed: boolean }
  | { kind: 'tiles'; template: string }
  | { kind: 'style'; style: StyleSpecification }

/** A minimal check; the library validates the rest and reports errors. */
function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  return 'layers' in value && Array.isArray(value.layers) && 'sources' in value
}

/** Keeps the layers only: a style must not set pitch, bearing or projection. */
function layersOnly({ version, sources, layers, glyphs, sprite }: StyleSpecification): StyleSpecification {
  return { version, sources, layers, ...(glyphs ? { glyphs } : {}), ...(sprite ? { sprite } : {}) }
}

/** Chooses the base map; if a style does not load in time, the outlines. */
export async function chooseBaseLayer({ url }: Imagery, get: typeof fetch = fetch): Promise<BaseLayer> {
  if (url === null) return { kind: 'outlines', failed: false }
  const template = tileTemplate(url)
  if (template !== null) return { kind: 'tiles', template }
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(STYLE_TIMEOUT_MS), credentials: 'omit' })
    const style: unknown = answer.ok ? await answer.json() : null
    if (isStyle(style)) return { kind: 'style', style: layersOnly(style) }
  } catch {
    // No network and no style look the same to the user.
  }
  return { kind: 'outlines', failed: true }
}
