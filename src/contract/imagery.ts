/** Where pictures of the ground come from: configuration that the page carries in a meta tag (decision 13). */
import * as z from 'zod/mini'

const imagery = z.object({
  /** A tile template with `{z}`, `{x}`, `{y}`, or the address of a map style; null for the embedded outline map. */
  url: z.nullable(z.string()),
  /** Whom the pictures are owed to; shown on the map. */
  attribution: z.nullable(z.string()),
})
export type Imagery = z.infer<typeof imagery>

export const IMAGERY_META = 'headgate-imagery'
