/** Where pictures of the ground come from: read from the page; a style is fetched before the map is made. */
import type { StyleSpecification } from 'maplibre-gl'
import type { IMAGERY_META, Imagery } from '../../contract/imagery.ts'
import { textOf } from '../kit/json-text.ts'

/** By type only: the schema library need not come along for one name. */
const META: typeof IMAGERY_META = 'headgate-imagery'
const STYLE_PATIENCE_MS = 8000

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // Still the placeholder of a page that no server has filled in.
    return null
  }
}

/** The imagery in the content of the page's meta tag. */
export function readImagery(content: string | null | undefined): Imagery {
  const given = parsed(content ?? '')
  const url = textOf(given, 'url')
  return {
    url: url !== null && /^https?:\/\//i.test(url) ? url : null,
    attribution: textOf(given, 'attribution'),
  }
}

export const imagery: Imagery = readImagery(
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content,
)

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
