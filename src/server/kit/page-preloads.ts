/** What a page needs beside the first script, named in its HTML so that a browser fetches everything at once. */
import { z } from 'zod'

/** As the build writes it: by source file, what was made of it and what that needs. */
export const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)
export type BuildManifest = z.infer<typeof buildManifest>

/** Sources of `src/web` that a visit of an address loads; pages behind a login first ask who is signed in, and wait anyway. */
export const PAGE_SOURCES = new Map([
  ['/', 'home/home-page.tsx'],
  ['/login', 'accounts/login-page.tsx'],
  ['/signup', 'accounts/signup-page.tsx'],
  ['/reset-password', 'accounts/reset-password-page.tsx'],
  ['/dataconsent', 'help/data-consent-page.tsx'],
  ['/faq', 'help/faq-page.tsx'],
])

const ENTRY = 'index.html'

/** A source with everything that it imports at once. */
function closure(manifest: BuildManifest, source: string, seen = new Set<string>()): Set<string> {
  if (!manifest[source] || seen.has(source)) return seen
  seen.add(source)
  for (const next of manifest[source].imports) closure(manifest, next, seen)
  return seen
}

/** `<link>` elements for one address; none for addresses that are not known. */
export function preloadsOf(manifest: BuildManifest, path: string): string {
  const source = PAGE_SOURCES.get(path)
  if (source === undefined) return ''
  const there = closure(manifest, ENTRY)
  const wanted = [...closure(manifest, source)].filter((each) => !there.has(each))
  const chunks = wanted.flatMap((each) => manifest[each] ?? [])
  const scripts = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const styles = chunks.flatMap(({ css }) =>
    css.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  )
  return [...styles, ...scripts].join('\n    ')
}
