/** How the browser tests run: the built product, a real database and broker, one Chromium. */
import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/browser.mjs'

/** Playwright's own list, which ours replaces because Chromium uses only the last `--disable-features`, and features of the window that tests do not show. */
const UNWANTED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // a spare process for each page, which a profile with one process never uses
  'SpareRendererForSitePerProcess',
]

/** Tests with their own server settings, one worker each; some wait for time to pass: a weather fetch, tokens that expire. */
const OWN_FARM = ['**/weather.e2e.ts', '**/session.e2e.ts', '**/map-imagery.e2e.ts', '**/brand.e2e.ts']

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // started last, one of them would run alone at the end
  projects: [
    { name: 'own farm', testMatch: OWN_FARM },
    { name: 'pages', testMatch: '**/*.e2e.ts', testIgnore: OWN_FARM },
  ],
  outputDir: 'test-results',
  // with three on two cores a twelfth of the processor was idle, with four a fortieth
  workers: 4,
  fullyParallel: true,
  // a timeout only stops a hung test; it says nothing about speed
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1280, height: 900 },
    // an action that cannot succeed would else hang until the test's own limit
    actionTimeout: 120_000,
    // it would answer before the routes that a test fakes; its own test enables it
    serviceWorkers: 'block',
    locale: 'en-CA',
    timezoneId: 'America/Edmonton',
    screenshot: 'only-on-failure',
    // animations are redrawn by the software renderer
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(
      // pages live for seconds, in which optimized code costs more than it saves
      '--js-flags=--no-maglev --no-turbofan',
      // the pages of a profile share a process, in which the scripts are compiled already
      '--process-per-site',
      // and with the initial blank page, which would otherwise start a process each time
      '--renderer-process-limit=1',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // maps are drawn by the software renderer; compositing whole pages with it takes seconds
      '--disable-gpu-compositing',
      `--disable-features=${UNWANTED.join(',')}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ),
  },
})
