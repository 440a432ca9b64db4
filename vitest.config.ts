/** How unit and server tests run: Node environment, one database cluster for the whole run. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'verify/**/*.test.ts'],
    globalSetup: ['src/server/testing/database-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // a good part of the tests waits: for clocks, brokers, other processes
    maxWorkers: 3,
    // modules keep nothing of a test, and loading the server for each file would take a fifth of all the time
    isolate: false,
  },
})
