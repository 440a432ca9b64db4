/** Site settings: pages, brand, and map imagery. */
import * as z from 'zod/mini'

const brand = z.object({
  product: z.string(),
  company: z.string(),
  aboutUrl: z.string(),
  contactUrl: z.string(),
  socialUrl: z.string(),
  province: z.string(),
  /** A picture's web or `data:` address; null for the product's own logo. */
  logoUrl: z.nullable(z.string()),
})
export type Brand = z.infer<typeof brand>

export const BRAND_META = 'headgate-brand'

const imagery = z.object({
  /** A tile template with `{z}`, `{x}`, `{y}`, or the address of a map style; null for the embedded outline map. */
  url: z.nullable(z.string()),
  /** Attribution of the imagery; shown on the map. */
  attribution: z.nullable(z.string()),
})
export type Imagery = z.infer<typeof imagery>

export const IMAGERY_META = 'headgate-imagery'

const PAGES = [
  '/',
  '/login',
  '/signup',
  '/reset-password',
  '/password/reset/confirm/:uid/:token',
  '/activate/:uid/:token',
  '/dataconsent',
  '/faq',
  '/systems',
  '/geofence',
  '/soil-zones',
  '/maps',
  '/probes',
  '/probelocation',
  '/livemaps',
  '/season',
  '/alerts',
] as const

const patterns = PAGES.map((page) => new RegExp(`^${page.replaceAll(/:[a-z]+/g, '[^/]+')}/?$`))

/** Whether a path, without its query, is a page of the product. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** First segments that answer JSON, errors included. */
export const API_ROOTS = ['/auth', '/api', '/dates', '/dev4', '/plots'] as const
