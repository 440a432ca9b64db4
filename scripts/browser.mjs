/** Finds the Chromium for the tests: CHROMIUM_PATH, an installed one, or Playwright's. */
import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The headless shell first: it does the same with less. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
]

const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/usr/lib/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  `${process.env.HOME}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
  `${process.env.ProgramFiles}\\Google\\Chrome\\Application`,
  `${process.env['ProgramFiles(x86)']}\\Google\\Chrome\\Application`,
  `${process.env.LOCALAPPDATA}\\Google\\Chrome\\Application`,
]

/** The path of a browser, or undefined; throws if CHROMIUM_PATH names something that cannot be run. */
export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (runs(configured)) return configured
    throw new Error(`CHROMIUM_PATH names ${configured}, which is not a program that can be run.`)
  }
  return installedBrowser() ?? playwrightBrowser()
}

/** Launch options, with additional arguments: as root there is no sandbox. */
export function launchOptions(...extraArgs) {
  const executablePath = findBrowser()
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...extraArgs] : extraArgs
  return executablePath ? { executablePath, args } : { args }
}

function installedBrowser() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...PLACES]
  const programs = [...NAMES.flatMap((name) => folders.map((place) => join(place, name))), ...folders]
  return programs.find((program) => runs(program))
}

function playwrightBrowser() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core')
    const program = chromium.executablePath()
    return runs(program) ? program : undefined
  } catch {
    return undefined
  }
}

function runs(program) {
  try {
    accessSync(program, constants.X_OK)
    return statSync(program).isFile()
  } catch {
    return false
  }
}
