/** How unit and server tests run: Node environment, one database cluster for the whole run. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Half a minute and more each: started last, one of them would run alone at the end. */
const LONGEST = ['delivery-model', 'shutdown', 'slow-clients', 'prescription-properties', 'surfaces-engine']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? LONGEST.length : at
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'verify/**/*.test.ts'],
    globalSetup: ['src/server/testing/database-setup.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // a good part of the tests waits: for clocks, brokers, other processes
    maxWorkers: 4,
    // modules keep nothing of a test, and loading the server for each file would take a fifth of all the time
    isolate: false,
  },
})
