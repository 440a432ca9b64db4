/** A start that cannot succeed ends with one line naming the variable, and leaves no database running. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const MAIN = path.join(import.meta.dirname, 'main.ts')

interface Ended {
  code: number | null
  stderr: string
}

/** Starts the server as a person does and waits for it to give up. */
function startInVain(variables: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env['PATH'], PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error', ...variables }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN], { env }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    )
  })
}

async function dataDir(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'headgate-main-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function takenPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

describe('a start that cannot succeed', () => {
  it.each([
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://farm'],
    ['ACCESS_TTL', 'soon'],
  ])('ends with one line that names %s', async (variable, value) => {
    const { code, stderr } = await startInVain({ DATA_DIR: await dataDir(), [variable]: value })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${variable}: [^\n]+\n$`))
  })

  it.each(['PORT', 'MQTT_PORT'])(
    'says that %s is taken, and leaves no database running',
    async (variable) => {
      const folder = await dataDir()
      const { code, stderr } = await startInVain({ DATA_DIR: folder, [variable]: await takenPort() })
      expect(code).toBe(1)
      expect(stderr).toMatch(new RegExp(`^${variable}: another program already listens[^\n]+\n$`))
      expect(existsSync(path.join(folder, 'postgres', 'PG_VERSION'))).toBe(true)
      expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    },
  )
})
