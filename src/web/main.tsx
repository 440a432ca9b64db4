/** Starts the application in the browser once its language is known; French texts are fetched only for French pages. */
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { brand } from './kit/brand.ts'
import { preferredLanguage } from './kit/language-choice.ts'
import { paths } from './kit/paths.ts'
import { session } from './kit/session.ts'
import { applyTheme, storedTheme } from './kit/theme.ts'
import { loadWithRetry } from './kit/load-with-retry.ts'
import { endViewing, viewing } from './kit/storage.ts'
import { setFrenchTexts } from './language/language.ts'
import { startCheck } from './start-check.ts'
import { followAccountPreferences } from './account-preferences.ts'

/** Interval at which an unanswered start check is retried. */
const RETRY_MS = 20_000

applyTheme(storedTheme())
document.title = brand.product
if (viewing) reloadWhenViewEnds()
else followAccountPreferences()

window.addEventListener('storage', () => session.syncFromStorage())
// A page restored from the back-forward cache or a sleeping tab has missed events.
window.addEventListener('pageshow', () => session.syncFromStorage())
document.addEventListener('visibilitychange', () => session.syncFromStorage())
const retryStartCheck = () => {
  if (session.getState().server !== 'responding') void startCheck(true)
}
window.addEventListener('online', retryStartCheck)
setInterval(retryStartCheck, RETRY_MS)

/** Ended by the customer, or expired. */
function reloadWhenViewEnds(): void {
  session.subscribe(({ access }) => {
    if (access === null) endViewing(paths.deskLookOver())
  })
}

async function loadLanguage(): Promise<void> {
  if (preferredLanguage() === 'en') return
  try {
    const { tables } = await import('./french/french.ts')
    setFrenchTexts(tables)
    document.documentElement.lang = 'fr-CA'
  } catch {
    // Without its texts the page is in English, which is better than none.
  }
}

const root = document.querySelector('#root')
if (root) {
  await loadLanguage()
  // Everything with texts is loaded after this point.
  void startCheck()
  const { router } = await loadWithRetry(() => import('./routes.tsx'))
  createRoot(root).render(<RouterProvider router={router} />)
}
