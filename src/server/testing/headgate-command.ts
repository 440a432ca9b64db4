/** Runs a command of `headgate` within the test, beside its server: starting a process would be most of the time. */
import { runCommand } from '../commands.ts'
import type { Built } from './build.ts'

export interface Ran {
  out: string
  err: string
  code: number
}

/** The environment of a command beside that server. */
export function besideServer({ databaseUrl, dataDir }: Built): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test' }
}

export async function headgate(built: Built, ...words: string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(words, {
    env: besideServer(built),
    out: (line) => void out.push(`${line}\n`),
    err: (line) => void err.push(`${line}\n`),
  })
  return { out: out.join(''), err: err.join(''), code }
}
