/** Setup of component tests: intercepts calls and loads the styles. */
import '@fontsource-variable/inter/wght.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { interceptCalls } from './fake-server.ts'

interceptCalls()
document.documentElement.lang = 'en-CA'

// the next test starts signed out, at the configured window size
afterEach(async () => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
  await page.viewport(1280, 900)
})
