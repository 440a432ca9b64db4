/** What the demonstration must remember between starts, in one file of its data folder. */
import { randomInt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const credential = z.object({ id: z.string(), secret: z.string() })
const notes = z.object({
  password: z.string(),
  machines: z.array(z.object({ system: z.string(), controller: credential, gateway: credential })),
  /** Systems whose past was sent in full. */
  historySent: z.array(z.string()),
})
export type DemoNotes = z.infer<typeof notes>

const WORDS = [
  'heron',
  'coulee',
  'stubble',
  'gravel',
  'willow',
  'swather',
  'chinook',
  'alfalfa',
  'slough',
  'barley',
]

/** A password of one's own for each data folder, short enough to type on a phone. */
function newPassword(): string {
  const word = () => WORDS[randomInt(WORDS.length)]
  return `${word()}-${word()}-${randomInt(1000, 10_000)}`
}

/** Reads the notes, or begins new ones. */
export async function readNotes(dataDir: string): Promise<DemoNotes> {
  const text = await readFile(path.join(dataDir, 'demo.json'), 'utf8').catch(() => null)
  return text ? notes.parse(JSON.parse(text)) : { password: newPassword(), machines: [], historySent: [] }
}

export async function keepNotes(dataDir: string, kept: DemoNotes): Promise<void> {
  const file = path.join(dataDir, 'demo.json')
  await writeFile(`${file}.part`, JSON.stringify(kept, null, 2), { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}
