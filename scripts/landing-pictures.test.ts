/** The landing pictures: four, light enough for a phone, and equal to those that the code draws. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { landingPictures } from './landing-pictures.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'src', 'web', 'home', 'pictures')
const names = Object.keys(landingPictures)

it('are four, and the folder contains no other', async () => {
  expect(names).toHaveLength(4)
  expect((await readdir(FOLDER)).toSorted()).toEqual(names.map((name) => `${name}.svg`).toSorted())
})

it.each(Object.entries(landingPictures))(
  '%s is under 60 KiB before compression and as drawn',
  async (name, draw) => {
    const stored = await readFile(path.join(FOLDER, `${name}.svg`), 'utf8')
    expect(Buffer.byteLength(stored)).toBeLessThan(60 * 1024)
    // The last digit of a sine may differ between machines; a picture that was changed differs in more than that.
    const picture = draw()
    expect(Math.abs(picture.length - stored.length)).toBeLessThan(64)
    expect(picture.slice(0, 400)).toBe(stored.slice(0, 400))
  },
)

it.each(Object.entries(landingPictures))('%s needs no font, script or other file', (_, draw) => {
  expect(draw()).not.toMatch(/<(text|script|style|image|foreignObject)|url\((?!#)|href="(?!#)/)
})
