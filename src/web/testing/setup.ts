/** Setup of component tests: intercepts calls and loads the styles. */
import '@fontsource-variable/inter/wght.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { interceptCalls } from './wire.ts'

interceptCalls()
document.documentElement.lang = 'en-CA'

// the next test begins with nobody signed in, in the window of the configuration
afterEach(async () => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
  await page.viewport(1280, 900)
})
