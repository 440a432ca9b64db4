/** The provider's command line: `npm run -s headgate -- COMMAND`. Compiling its code is most of the time of a command, so compiled code is cached. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// in a read-only folder, it is compiled each time
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/headgate'))
const { runCommand } = await import('./commands.ts')
process.exitCode = await runCommand(process.argv.slice(2))
