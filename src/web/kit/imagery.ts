/** The configured source of satellite imagery: read from the page. */
import type { IMAGERY_META, Imagery as ConfiguredImagery } from '../../contract/site.ts'
import { textOf } from './json-text.ts'

export type Imagery = ConfiguredImagery

/** A type import only, to keep the schema library out. */
const META: typeof IMAGERY_META = 'headgate-imagery'

function parseContent(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // Still the placeholder of a page that was not filled in by the server.
    return null
  }
}

/** The imagery in the content of the page's meta tag. */
export function readImagery(content: string | null | undefined): Imagery {
  const values = parseContent(content ?? '')
  const url = textOf(values, 'url')
  return {
    url: url !== null && /^https?:\/\//i.test(url) ? url : null,
    attribution: textOf(values, 'attribution'),
  }
}

export const imagery: Imagery = readImagery(
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content,
)
