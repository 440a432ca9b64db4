/** The addresses that open a page, so that the server can tell a page from a miss. */

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
] as const

const patterns = PAGES.map((page) => new RegExp(`^${page.replaceAll(/:[a-z]+/g, '[^/]+')}/?$`))

/** Whether a path, without its query, is a page of the product. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** First segments that answer JSON, errors included. */
export const API_ROOTS = ['/auth', '/api', '/dates', '/dev4', '/plots'] as const
