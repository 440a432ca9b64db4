/** The server and the web application side by side, both reloading on changes: `npm run dev`. */
import { spawn } from 'node:child_process'

const run = (command, args) => spawn(command, args, { stdio: 'inherit' })
const processes = [
  run(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts']),
  run('vite', ['dev']),
]
const stop = () => processes.forEach((child) => child.kill('SIGTERM'))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
processes.forEach((child) => child.once('exit', stop))
