/** The file name of a download is the one in Content-Disposition, or none. */
import { expect, it } from 'vitest'
import { fileNameIn } from './prescriptions.ts'

it('takes the file name that the server gives, or none', () => {
  expect(fileNameIn('attachment; filename="prescription-North-80-rev-7.zip"')).toBe(
    'prescription-North-80-rev-7.zip',
  )
  expect(fileNameIn('attachment')).toBeNull()
  expect(fileNameIn(null)).toBeNull()
})
