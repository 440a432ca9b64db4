/** Texts of crops and stages. */
import { expect, it } from 'vitest'
import { CROP_OPTIONS, plantedSentence, stagesSentence, startLabel } from './crop.text.ts'

const potatoes = {
  crop: 'potatoes',
  started_on: '2026-05-04',
  stages_by: 'days',
  stages: [25, 30, 45, 30],
} as const

it('says when a crop was planted, and a standing one when it greened up', () => {
  expect(plantedSentence({ ...potatoes, stages: [25, 30, 45, 30] })).toBe('Potatoes, planted 4 May 2026.')
  expect(plantedSentence({ ...potatoes, crop: 'alfalfa-hay', stages: [10, 30, 110, 20] })).toBe(
    'Alfalfa hay, greened up 4 May 2026.',
  )
  expect([startLabel('potatoes'), startLabel('winter-wheat')]).toEqual(['Planted on', 'Greened up on'])
})

it('says when stages in days begin, and how long those in degrees are', () => {
  // 4 May and 55, 100 and 130 days
  expect(stagesSentence({ ...potatoes, stages: [25, 30, 45, 30] })).toBe(
    'Full cover from 28 Jun 2026, ripening from 12 Aug 2026, done 11 Sept 2026.',
  )
  expect(stagesSentence({ ...potatoes, stages_by: 'degrees', stages: [165, 300, 1585, 330] })).toBe(
    'Stages of 165, 300, 1,585, 330 growing degrees (°C).',
  )
})

it('offers every crop once, in the order of their names', () => {
  const names = CROP_OPTIONS.map(({ label }) => label)
  expect(new Set(names).size).toBe(27)
  expect(names).toEqual(names.toSorted())
})
