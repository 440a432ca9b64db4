/** The theme follows the account from device to device; who has none keeps it on this device. */
import { isSignedIn, session } from './kit/session.ts'
import { applyTheme, storedTheme } from './kit/theme.ts'
import type { Theme } from './kit/theme.ts'

/** Loaded for customers only: a visitor's first page is weighed. */
const preferences = () => import('./api/preferences.ts')

/** Shows a theme, and remembers it for the account when somebody is signed in. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (isSignedIn(session.getState())) void tell(theme)
}

async function tell(theme: Theme): Promise<void> {
  try {
    await (await preferences()).changePreferences({ theme })
  } catch {
    // The choice holds on this device; it is told with the next one.
  }
}

/** What somebody chose before signing in becomes the choice of an account that has none. */
async function takeOver(fresh: boolean): Promise<void> {
  try {
    const { theme } = await (await preferences()).readPreferences()
    const own = storedTheme()
    if (fresh && theme === 'system' && own !== 'system') await tell(own)
    else if (theme !== own) applyTheme(theme)
  } catch {
    // Without an answer the page looks as it did the last time.
  }
}

/** From now on, shows what the account of whoever is signed in prefers. */
export function followAccountTheme(): void {
  let user = session.getState().user?.id ?? null
  let asked = false
  session.subscribe(({ user: now, isAuthenticated }) => {
    const fresh = (now?.id ?? null) !== user
    user = now?.id ?? null
    if (!now || !isAuthenticated || (asked && !fresh)) return
    asked = true
    void takeOver(fresh)
  })
}
