/** Service worker: caches the application for offline use and shows push notifications; never caches user data. */

// The build fills in its file list; the application's compiler options have the types of windows, not of workers.
declare const BUILD: string
declare const FILES: readonly string[]

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface MessageEvent extends ExtendableEvent {
  readonly data: unknown
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}
interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface EventMap {
  push: PushEvent
  notificationclick: NotificationEvent
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: MessageEvent
}
declare const self: {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window' }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof EventMap>(kind: K, listener: (event: EventMap[K]) => void): void
}

const PREFIX = 'headgate-'
export const CACHE = PREFIX + BUILD
/** The page is the same at every URL, and contains no user data. */
const PAGE = '/systems'
const EXTRAS = ['/manifest.webmanifest', '/icon-192.png']
/** API calls, downloads and pictures depend on the user, and are never cached. */
const CALLS = /^\/(?:auth|api|dates|dev4|plots|healthz|readyz|metrics)\b/
/** How long to wait for a stalled connection before using the cache. */
const NETWORK_TIMEOUT_MS = 3000

async function cacheFile(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return
  const answer = await fetch(path, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await cache.put(path, answer)
}

/** One at a time, so that the page has priority on a weak connection. Cached files are not fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const path of [PAGE, ...EXTRAS, ...FILES]) await cacheFile(cache, path)
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

/** File names contain a content hash, so the cache is always right. */
async function file(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** Network first, because the server may have a newer page; the cache if it does not respond in time. */
async function page(request: Request): Promise<Response> {
  const response = fetch(request)
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), NETWORK_TIMEOUT_MS))
  try {
    const answer = await Promise.race([response, timeout])
    if (answer) return answer
  } catch {
    // no signal
  }
  const cache = await caches.open(CACHE)
  return (await cache.match(PAGE, { ignoreVary: true })) ?? response
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()))
self.addEventListener('message', (event) => {
  // an open page asked for the newer build, and will be reloaded
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || CALLS.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/') || EXTRAS.includes(pathname)) event.respondWith(file(request))
})

/** An alert in the format of the server's `alert-message.rules.ts`. */
interface PushedAlert {
  title: string
  body: string
  url: string
  tag: string
}

/** Every push must show a notification, or the browser revokes the permission. */
async function showAlert(data: PushEvent['data']): Promise<void> {
  const alert: Partial<PushedAlert> = { ...Object(data?.json()) }
  await self.registration.showNotification(alert.title ?? '', {
    body: alert.body ?? '',
    icon: '/icon-192.png',
    data: alert.url ?? '/alerts',
    ...(alert.tag === undefined ? {} : { tag: alert.tag }),
  })
}

/** Opens URLs of this site only; in an open page if there is one. */
async function openAlert({ data }: Notification): Promise<void> {
  const { origin } = self.location
  const address = new URL(String(data), origin)
  const url = address.origin === origin ? address.href : `${origin}/alerts`
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return void (await self.clients.openWindow(url))
  // a browser that does not focus the page still navigates it
  await open.focus().catch(() => undefined)
  await open.navigate(url)
}

self.addEventListener('push', (event) => event.waitUntil(showAlert(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAlert(event.notification))
})
