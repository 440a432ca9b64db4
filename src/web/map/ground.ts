/** Chooses the base layer: tiles over outlines, a map style, or outlines only. */
import type { StyleSpecification } from 'maplibre-gl'
import type { Imagery } from '../kit/imagery.ts'

const STYLE_PATIENCE_MS = 8000

/** Names of WMTS for what XYZ calls z, x and y. */
const WMTS_PLACES = [
  [/\{TileMatrix\}/gi, '{z}'],
  [/\{TileRow\}/gi, '{y}'],
  [/\{TileCol\}/gi, '{x}'],
] as const

/** What GetTile needs beside layer and matrix set, where the address does not say it. */
const WMTS_USUAL = {
  REQUEST: 'GetTile',
  VERSION: '1.0.0',
  STYLE: 'default',
  FORMAT: 'image/jpeg',
  TILEMATRIX: '{z}',
  TILEROW: '{y}',
  TILECOL: '{x}',
}

/**
 * The template of tiles that an address is: XYZ, or WMTS as a template (REST) or with its parameters (KVP) in a matrix set
 * of web Mercator; null for the address of a style.
 */
export function tileTemplate(url: string): string | null {
  const named = WMTS_PLACES.reduce((text, [place, name]) => text.replace(place, name), url)
  if (/\{(z|x|y|quadkey|bbox-epsg-3857)\}/.test(named)) return named
  const { searchParams } = new URL(url)
  const given = new Set([...searchParams.keys()].map((name) => name.toUpperCase()))
  const service = [...searchParams].find(([name]) => name.toUpperCase() === 'SERVICE')?.[1]
  if (service?.toUpperCase() !== 'WMTS') return null
  const more = Object.entries(WMTS_USUAL).filter(([name]) => !given.has(name))
  return `${url}&${more.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** What stands for `{s}`, the host of an address that has several. */
const HOSTS = ['a', 'b', 'c']

/** Addresses of the same tiles. */
export function hostsOf(template: string): string[] {
  return template.includes('{s}') ? HOSTS.map((host) => template.replace('{s}', host)) : [template]
}

/** What the map stands on: tiles over the outlines, a style of somebody else's, or the outlines alone. */
export type Ground =
  | { kind: 'outlines'; failed: boolean }
  | { kind: 'tiles'; template: string }
  | { kind: 'style'; style: StyleSpecification }

/** Enough to hand it to the library, which checks the rest and tells. */
function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  return 'layers' in value && Array.isArray(value.layers) && 'sources' in value
}

/** Only what paints the ground: a style must not tilt, turn or bend the map. */
function groundOf({ version, sources, layers, glyphs, sprite }: StyleSpecification): StyleSpecification {
  return { version, sources, layers, ...(glyphs ? { glyphs } : {}), ...(sprite ? { sprite } : {}) }
}

/** Decides the ground; a style that does not come in time leaves the outlines. */
export async function findGround({ url }: Imagery, get: typeof fetch = fetch): Promise<Ground> {
  if (url === null) return { kind: 'outlines', failed: false }
  const template = tileTemplate(url)
  if (template !== null) return { kind: 'tiles', template }
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(STYLE_PATIENCE_MS), credentials: 'omit' })
    const style: unknown = answer.ok ? await answer.json() : null
    if (isStyle(style)) return { kind: 'style', style: groundOf(style) }
  } catch {
    // No network or no style: the same to the one who looks at the map.
  }
  return { kind: 'outlines', failed: true }
}
