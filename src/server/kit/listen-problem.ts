/** Why a server cannot listen, in one line that names the variable to be changed. */
import { type Config, ConfigError } from './config.ts'

/** What is wrong with the address, whatever the port. */
const OF_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'])

/** @returns the error itself where the configuration has no part in it */
export function listenProblem(
  error: unknown,
  { host }: Pick<Config, 'host'>,
  { port, variable }: { port: number; variable: string },
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return new ConfigError(
      variable,
      `another program already listens on ${port}; set it to another number, or 0`,
    )
  if (code === 'EACCES') return new ConfigError(variable, `this user may not listen on ${port}`)
  if (OF_HOST.has(code)) return new ConfigError('HOST', `this machine has no address "${host}" (${code})`)
  return error
}
