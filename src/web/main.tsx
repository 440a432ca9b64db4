/** Starts the application in the browser, once its language is settled: French sentences are fetched by those who read French. */
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { brand } from './kit/brand.ts'
import { wantedLanguage } from './kit/language-choice.ts'
import { paths } from './kit/paths.ts'
import { session } from './kit/session.ts'
import { applyTheme, storedTheme } from './kit/theme.ts'
import { loadWithRetry } from './kit/load-with-retry.ts'
import { leaveViewing, viewing } from './kit/storage.ts'
import { setFrenchTexts } from './language/language.ts'
import { startCheck } from './start-check.ts'
import { followAccountChoices } from './account-preferences.ts'

/** Interval at which an unanswered start check is retried. */
const CHECK_AGAIN_MS = 20_000

applyTheme(storedTheme())
document.title = brand.product
if (viewing) endWithLook()
else followAccountChoices()

window.addEventListener('storage', () => session.follow())
// A page restored from the back-forward cache or a sleeping tab has missed events.
window.addEventListener('pageshow', () => session.follow())
document.addEventListener('visibilitychange', () => session.follow())
const checkAgain = () => {
  if (!session.getState().reachable) void startCheck(true)
}
window.addEventListener('online', checkAgain)
setInterval(checkAgain, CHECK_AGAIN_MS)

/** Ended by the customer, or expired. */
function endWithLook(): void {
  session.subscribe(({ access }) => {
    if (access === null) leaveViewing(paths.deskLookOver())
  })
}

async function settleLanguage(): Promise<void> {
  if (wantedLanguage() === 'en') return
  try {
    const { tables } = await import('./french/french.ts')
    setFrenchTexts(tables)
    document.documentElement.lang = 'fr-CA'
  } catch {
    // Without its sentences the page is in English: better than none.
  }
}

const root = document.querySelector('#root')
if (root) {
  await settleLanguage()
  // Everything with texts is loaded after this.
  void startCheck()
  const { router } = await loadWithRetry(() => import('./routes.tsx'))
  createRoot(root).render(<RouterProvider router={router} />)
}
