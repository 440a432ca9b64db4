/** The controller's state is restored from its file, and a damaged file counts as empty. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NOTHING_KNOWN, withSeen } from './device-shadow.ts'
import { StateFile } from './state-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

it('keeps its content, and leaves no second file', () => {
  const path = join(folder, 'state.json')
  const shadow = withSeen(NOTHING_KNOWN, 4, 'c4')
  new StateFile(path).keep({ shadow, historyDone: true })
  expect(new StateFile(path).memory).toEqual({ shadow, pivot: null, historyDone: true })
  expect(readdirSync(folder)).toEqual(['state.json'])
})

it.each(['', '{"shadow": {}}', 'null'])('is empty when its file holds %j', (text) => {
  const path = join(folder, 'state.json')
  writeFileSync(path, text)
  expect(new StateFile(path).memory.shadow).toEqual(NOTHING_KNOWN)
})
