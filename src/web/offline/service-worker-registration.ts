/** Registers the service worker, and detects that the server has a newer build than the open page. */
import { createStore } from 'zustand/vanilla'
import { reloadReason } from '../kit/load-with-retry.ts'

const SCRIPT = '/service-worker.js'
const CHECK_EVERY_MS = 30 * 60_000

/** Whether the server has a newer build, and its worker, which waits until no page of this build is open. */
export const newerBuild = createStore<{ available: boolean; waiting: ServiceWorker | null }>(() => ({
  available: false,
  waiting: null,
}))

let registration: Promise<ServiceWorkerRegistration | null> | undefined

async function register(): Promise<ServiceWorkerRegistration | null> {
  // plain http, or a browser without service workers
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null
  try {
    const registered = await navigator.serviceWorker.register(SCRIPT)
    watchForUpdate(registered)
    setInterval(() => void checkForUpdate(), CHECK_EVERY_MS)
    return registered
  } catch {
    // it could not be fetched, or was refused: the pages work without it
    registration = undefined
    return null
  }
}

function watchForUpdate(registered: ServiceWorkerRegistration): void {
  const update = () => {
    // the first worker replaces none
    const waiting = navigator.serviceWorker.controller ? registered.waiting : null
    if (waiting) newerBuild.setState({ available: true, waiting })
  }
  update()
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', update)
  })
}

/** Checks for a newer build now. */
async function checkForUpdate(): Promise<void> {
  const registered = await registration
  await registered?.update().catch(() => undefined)
}

/** Registers the worker once per page; later calls check for a newer build. */
export function registerServiceWorker(): void {
  if (registration) void checkForUpdate()
  else registration = register()
}

// a chunk that fails to load although the server responds may belong to a build that was replaced
reloadReason.subscribe((reason) => {
  if (reason === 'newer build') newerBuild.setState({ available: true })
})

/** Reloads the page with the newer build. */
export function reloadWithNewBuild(): void {
  const { waiting } = newerBuild.getState()
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  waiting.postMessage('take over')
}
