/** How tests run: in Node with one database cluster for the whole run, and components (`.test.tsx`) in one browser. */
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { launchOptions } from './scripts/browser.mjs'

const soaking = process.env['SOAK'] === '1'

/** The longest tests, which wait for machines, faults and other processes: started last, one of them would run alone at the end. */
const LONGEST = [
  'mixed-load',
  ...(soaking ? ['planted-faults', 'every-route'] : []),
  'passes/finishing',
  'passes/passes',
  'server/main',
  'conform',
  'delivery-model',
  'balance/balance',
  'finishing-settings',
  'shutdown',
  'prescriptions/prescriptions',
  'suspects',
  'durability',
  'live/live-maps',
  'backup/backup',
  'alerts/alerts',
  'calm',
  'month',
  'map-grids-odd',
  'devices/publications',
  'outages',
  'any-wrong-probe',
  'slow-clients',
  'provider.commands',
  'demo-weather',
  'jobs/jobs',
  'as-applied',
]

class LongestSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = LONGEST.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)),
    )
    const short = sorted.filter((file) => !long.includes(file))
    const between = Math.ceil(short.length / Math.max(1, long.length))
    const spread = long.flatMap((file, at) => [file, ...short.slice(at * between, (at + 1) * between)])
    return long.length > 0 ? spread : short
  }
}

/** Tests that need Vite: rules of pages, some of which import JSX, and a test that uses `import.meta.glob`. */
const BY_VITE = ['src/web/**/*.test.ts', 'src/agronomy/examples.test.ts']

/** In the long run they judge times, which mean something only where nothing else runs: one after another, after all others. */
const TIMED = [
  'accounts/equal-work',
  'overload',
  'readings/sustained-ingest',
  'slow-clients',
  'stop-under-load',
].map((name) => `src/server/${name}.test.ts`)
const IN_FRENCH = 'src/web/**/*.french.test.tsx'

const IN_NODE = {
  // a timeout only stops a hung test; it says nothing about speed
  testTimeout: 120_000,
  // a soak test cleans up the data of an hour
  hookTimeout: soaking ? 300_000 : 120_000,
  // nor does how long something is waited for
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  // they wait for clocks, brokers and other processes: with four on two cores a ninth of the processor was idle, with six a fiftieth
  maxWorkers: 6,
  // modules keep no state of a test, and loading the server for each file would take a fifth of the time
  isolate: false,
} as const

const ON_SERVER = {
  ...IN_NODE,
  globalSetup: 'src/server/testing/database-setup.ts',
  // Node runs TypeScript itself, as for the server: transforming it with Vite took longer than many tests
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestSpread },
    projects: [
      {
        test: {
          ...ON_SERVER,
          name: 'node',
          include: ['{src,scripts,verify}/**/*.test.ts'],
          exclude: soaking ? [...BY_VITE, ...TIMED] : BY_VITE,
          sequence: { groupOrder: 0 },
        },
      },
      ...(soaking
        ? [
            {
              test: {
                ...ON_SERVER,
                name: 'timed',
                include: TIMED,
                maxWorkers: 1,
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
      { test: { ...IN_NODE, name: 'web', include: BY_VITE, sequence: { groupOrder: 0 } } },
      {
        plugins: [react()],
        css: { transformer: 'lightningcss' },
        // found before the first test: a dependency found later reloads the page during a test
        optimizeDeps: { entries: ['src/web/**/*.tsx'] },
        test: {
          name: 'browser',
          include: ['src/web/**/*.test.tsx'],
          setupFiles: ['src/web/testing/setup.ts'],
          testTimeout: 120_000,
          // in parallel, each file would have its own page and load everything again
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: launchOptions(),
              contextOptions: {
                locale: 'en-CA',
                timezoneId: 'America/Edmonton',
                reducedMotion: 'reduce',
              },
              actionTimeout: 30_000,
            }),
            // a page keeps its language: French has its own page
            instances: [
              { browser: 'chromium', name: 'browser', exclude: [IN_FRENCH] },
              { browser: 'chromium', name: 'browser in French', include: [IN_FRENCH] },
            ],
            viewport: { width: 1280, height: 900 },
            screenshotFailures: false,
          },
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
