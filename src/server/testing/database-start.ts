/** How far the start of an embedded database has come, by the files in its data folder. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** In a temporary folder, which a failed start deletes. */
export function isBeingMade(dataDir: string): boolean {
  return readdirSync(dataDir).some((name) => name.startsWith('postgres.new'))
}

export function isComingUp(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))
}
