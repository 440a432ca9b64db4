/** The key that signs tokens: JWT_SECRET, else made once and kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Reads `DATA_DIR/secret`, making it first where there is none; two starts at once agree on one. */
export async function signingSecret(dataDir: string, configured: string | null): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, 'secret')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept.trim()
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}
