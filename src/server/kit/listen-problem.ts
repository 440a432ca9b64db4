/** Explains in one line why a server cannot listen, and names the variable to change. */
import { type Config, ConfigError } from './config.ts'

/** Errors about the address, whatever the port. */
const OF_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'])

/** @returns the error itself when the configuration is not the cause */
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
