/** Starts the application in the browser. */
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { applyTheme, storedTheme } from './kit/theme.ts'
import { SystemsPage } from './systems/systems-page.tsx'

applyTheme(storedTheme())
const root = document.querySelector('#root')
if (root) createRoot(root).render(<SystemsPage />)
