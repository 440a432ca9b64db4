/** The provider's hand: `npm run -s headgate -- COMMAND`. Most of a command's time is its code being read, so what was read is kept. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// where nothing can be written, it is read each time
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/headgate'))
const { runCommand } = await import('./commands.ts')
process.exitCode = await runCommand(process.argv.slice(2))
