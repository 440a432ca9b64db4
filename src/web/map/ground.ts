/** What the map stands on: tiles over outlines, a style that is fetched before the map is made, or outlines alone. */
import type { StyleSpecification } from 'maplibre-gl'
import type { Imagery } from '../kit/imagery.ts'

const STYLE_PATIENCE_MS = 8000

/** Tiles have places to fill in; anything else is the address of a style. */
export function isTileTemplate(url: string): boolean {
  return /\{(z|x|y|quadkey|bbox-epsg-3857)\}/.test(url)
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
  if (isTileTemplate(url)) return { kind: 'tiles', template: url }
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(STYLE_PATIENCE_MS), credentials: 'omit' })
    const style: unknown = answer.ok ? await answer.json() : null
    if (isStyle(style)) return { kind: 'style', style: groundOf(style) }
  } catch {
    // No network or no style: the same to the one who looks at the map.
  }
  return { kind: 'outlines', failed: true }
}
