/** Objects kept in files: put, get and remove, no half-written files, and no key that leaves the folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileObjects } from './objects.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'headgate-objects-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

describe('objects in files', () => {
  it('gives back what was put, and null for what was not', async () => {
    const objects = fileObjects(await folder())
    await objects.put('maps/a1-b2.png', Buffer.from('one'))
    await objects.put('maps/a1-b2.png', Buffer.from('two'))
    expect(String(await objects.get('maps/a1-b2.png'))).toBe('two')
    expect(await objects.get('maps/none.png')).toBeNull()
  })

  it('forgets what was removed, and removing it again is no fault', async () => {
    const objects = fileObjects(await folder())
    await objects.put('a.png', Buffer.from('x'))
    await objects.remove('a.png')
    await objects.remove('a.png')
    expect(await objects.get('a.png')).toBeNull()
  })

  it('leaves no half-written file behind', async () => {
    const place = await folder()
    await Promise.all([1, 2, 3].map((n) => fileObjects(place).put('a.png', Buffer.from(String(n)))))
    expect(await readdir(place)).toEqual(['a.png'])
  })

  it.each(['../secret', '/etc/passwd', 'a/../b.png', 'a\0.png', 'a\\b.png', '', 'A.png', 'a//b.png'])(
    'refuses the key %j',
    async (key) => {
      const objects = fileObjects(await folder())
      await expect(async () => objects.get(key)).rejects.toThrow(RangeError)
      await expect(async () => objects.put(key, Buffer.alloc(1))).rejects.toThrow(RangeError)
    },
  )
})
