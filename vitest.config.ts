/** How unit and server tests run: Node environment, one database cluster for the whole run. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    globalSetup: ['src/server/testing/database-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // a link over Mosquitto now and then is not sent within its patience; what passes at a further try is still listed
    retry: process.env['CI'] ? 2 : 0,
  },
})
