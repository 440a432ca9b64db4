/** Serves the built web application: hashed assets cached for ever, the page never, with the configuration filled in. */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import { isPage } from '../../contract/site.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { pagePolicy, WORKER_POLICY } from './http-headers.ts'
import type { Http } from './http.ts'
import { Problem } from './problem.ts'

const BUILT = fileURLToPath(new URL('../../../dist/', import.meta.url))
/** RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_GOOD_MS = 180 * 86_400_000
/** Icon sizes in pixels that browsers require for installation. */
const INSTALLED_ICONS = [192, 512]
const ATTRIBUTE_ESCAPES = new Map([
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

function attribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (character) => ATTRIBUTE_ESCAPES.get(character) ?? character)
}

/** The origin of a URL, with a wildcard host for `{s}`; none for a `data:` URL or null. */
export function originsOf(address: string | null): string[] {
  return address?.startsWith('http') ? [new URL(address).origin.replace('{s}', '*')] : []
}

/** A page of the product is answered with 200, other addresses with the same page and 404; without a build only the API is served. */
export async function servePages(
  app: Http,
  { brand, imagery, imageryOrigins }: Pick<Config, 'brand' | 'imagery' | 'imageryOrigins'>,
  folder = BUILT,
): Promise<void> {
  if (!existsSync(`${folder}index.html`)) {
    app.log.warn('the web application is not built: npm run build')
    return
  }
  await app.register(fastifyStatic, {
    root: `${folder}assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    index: false,
    // the build wrote .br and .gz files where compression helps
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply) => void reply.removeHeader('content-security-policy'),
  })
  const current = await newestBuild(folder, { brand, imagery })
  await serveInstallable(app, brand, folder, current)
  const policy = pagePolicy({
    pictures: originsOf(brand.logoUrl),
    maps: [...originsOf(imagery.url), ...imageryOrigins],
  })
  app.answerPage = async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    if (!isPage(path) && !wantsPage) throw new Problem('not_found')
    const { pages, otherPage } = await current()
    return reply
      .code(isPage(path) ? 200 : 404)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pages.get(path) ?? otherPage)
  }
}

interface Build {
  /** By path, with the preloads of each page. */
  pages: ReadonlyMap<string, string>
  otherPage: string
  worker: Buffer
}

/**
 * The newest build. A build that is replaced under the running server deletes its old scripts: the previous page would ask
 * for missing files and stay blank. While the new build is being written the previous page is served.
 */
async function newestBuild(folder: string, configured: Pick<Config, 'brand' | 'imagery'>) {
  const stamp = async () => {
    const { ino, mtimeMs } = await stat(`${folder}index.html`)
    return `${ino} ${mtimeMs}`
  }
  let loaded = { of: await stamp(), build: await readBuild(folder, configured) }
  return async (): Promise<Build> => {
    try {
      const of = await stamp()
      if (of !== loaded.of) loaded = { of, build: await readBuild(folder, configured) }
    } catch {
      // it is being replaced
    }
    return loaded.build
  }
}

async function readBuild(
  folder: string,
  { brand, imagery }: Pick<Config, 'brand' | 'imagery'>,
): Promise<Build> {
  const source = await readFile(`${folder}index.html`, 'utf8')
  // A function, because `$` in a configured text must not be a reference of `replace`.
  const page = source
    .replace('__BRAND__', () => attribute(JSON.stringify(brand)))
    .replace('__IMAGERY__', () => attribute(JSON.stringify(imagery)))
  const manifest = await readManifest(folder)
  const withPreloads = (path: string) =>
    page.replace('</head>', () => `  ${preloadsOf(manifest, path)}\n  </head>`)
  const pages = new Map([...PAGE_SOURCES.keys()].map((path) => [path, withPreloads(path)]))
  return { pages, otherPage: withPreloads(''), worker: await readFile(`${folder}service-worker.js`) }
}

const SECURITY_TXT = '/.well-known/security.txt'

/** Where to report a security hole (RFC 9116); its expiry is computed at each request. */
export function serveSecurityContact(
  app: Http,
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
  clock: Clock,
): void {
  // an address without TLS is not allowed in it
  const canonical = publicUrl?.startsWith('https:') ? `Canonical: ${publicUrl}${SECURITY_TXT}\n` : ''
  app.get(SECURITY_TXT, { schema: { hide: true } }, (_, reply) => {
    const expires = new Date(clock.now().getTime() + SECURITY_CONTACT_GOOD_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en, fr\n${canonical}`)
  })
}

/** What makes the pages installable: the manifest, its icons, and the service worker. */
async function serveInstallable(
  app: Http,
  { product }: Config['brand'],
  folder: string,
  current: () => Promise<Build>,
): Promise<void> {
  const icons = INSTALLED_ICONS.map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  }))
  const manifest = JSON.stringify({
    id: '/',
    name: product,
    short_name: product,
    start_url: '/systems',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f3ec',
    theme_color: '#f6f3ec',
    icons,
  })
  const serve = (path: string, type: string, content: string | Buffer) =>
    app.get(path, { schema: { hide: true } }, (_, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    )
  serve('/manifest.webmanifest', 'application/manifest+json', manifest)
  for (const { src, type } of icons) serve(src, type, await readFile(`${folder}${src.slice(1)}`))
  app.get('/service-worker.js', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send((await current()).worker),
  )
}

/** Without a manifest, pages are served without preloads. */
async function readManifest(folder: string): Promise<BuildManifest> {
  const text = await readFile(`${folder}.vite/manifest.json`, 'utf8').catch(() => '{}')
  return buildManifest.parse(JSON.parse(text))
}

/** Vite's manifest: by source file, the output and its imports. */
export const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)
export type BuildManifest = z.infer<typeof buildManifest>

/** Sources of `src/web` that a visit of a path loads; pages behind the sign-in first load the session, and wait anyway. */
export const PAGE_SOURCES = new Map([
  ['/', 'home/home-page.tsx'],
  ['/login', 'accounts/login-page.tsx'],
  ['/signup', 'accounts/signup-page.tsx'],
  ['/reset-password', 'accounts/reset-password-page.tsx'],
  ['/dataconsent', 'help/data-consent-page.tsx'],
  ['/faq', 'help/faq-page.tsx'],
])

const ENTRY = 'index.html'
/** What the entry loads once the language is known. */
const APPLICATION = 'routes.tsx'

/** A source with all its static imports. */
function closure(manifest: BuildManifest, source: string, seen = new Set<string>()): Set<string> {
  if (!manifest[source] || seen.has(source)) return seen
  seen.add(source)
  for (const next of manifest[source].imports) closure(manifest, next, seen)
  return seen
}

/** `<link>` elements for one path: the application, and the page when the path is known. */
export function preloadsOf(manifest: BuildManifest, path: string): string {
  const entrySources = closure(manifest, ENTRY)
  const needed = closure(manifest, APPLICATION)
  closure(manifest, PAGE_SOURCES.get(path) ?? '', needed)
  const sources = [...needed].filter((source) => !entrySources.has(source))
  const chunks = sources.flatMap((source) => manifest[source] ?? [])
  const scripts = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const styles = chunks.flatMap(({ css }) =>
    css.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  )
  return [...styles, ...scripts].join('\n    ')
}
