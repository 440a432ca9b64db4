/** How the browser tests run: the built product, a real database and broker, one Chromium. */
import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/browser.mjs'

/** What Playwright switches off itself, since the last list counts, and the parts of a window that nobody sees. */
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
  // a process in reserve for each page, which a profile of one process never takes
  'SpareRendererForSitePerProcess',
]

/** Those with a farm of their own settings, one worker each; some wait for the clock: a fetch of the weather, tokens that end. */
const OWN_FARM = ['**/weather.e2e.ts', '**/session.e2e.ts', '**/map-imagery.e2e.ts', '**/brand.e2e.ts']

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/before-all.ts',
  // begun last, one of them would end alone
  projects: [
    { name: 'own farm', testMatch: OWN_FARM },
    { name: 'pages', testMatch: '**/*.e2e.ts', testIgnore: OWN_FARM },
  ],
  outputDir: 'test-results',
  // tests wait about a third of the time: with four on two cores they took a tenth longer, because each then does more work for the same
  workers: 3,
  fullyParallel: true,
  // what fails is told by what it waits for, not by how fast a machine is
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1280, height: 900 },
    // it would answer before the routes of a test; the one for it allows it
    serviceWorkers: 'block',
    locale: 'en-CA',
    timezoneId: 'America/Edmonton',
    screenshot: 'only-on-failure',
    // what moves is drawn again and again by the software that stands in for a graphics card
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(
      // the pages of a profile in one process, which has compiled the scripts
      '--process-per-site',
      // and what a new page is before it goes there, which would begin a process each time
      '--renderer-process-limit=1',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // maps are drawn by the software that stands in for a graphics card; to put whole pages together by it takes seconds
      '--disable-gpu-compositing',
      `--disable-features=${UNWANTED.join(',')}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ),
  },
})
