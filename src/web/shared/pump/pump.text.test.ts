/** Texts of flow and pressure. */
import { expect, it } from 'vitest'
import {
  drawSentence,
  flowDifference,
  flowText,
  pressureDifference,
  pressureText,
  stretchText,
} from './pump.text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const pump = {
  id: 1,
  name: 'River',
  least_flow_gpm: 300,
  greatest_flow_gpm: 1200,
  systems: ['North'],
  others: 1,
  now: { machines: 2, flow_gpm: 800, measured: true },
}

it('flow and pressure follow the unit of depths', () => {
  // one litre a second is 15.85 US gallons a minute; 100 kPa are 14.5 psi
  expect([flowText(800, 'in'), flowText(800, 'mm')].map(plain)).toEqual(['800 gal/min', '50.5 L/s'])
  expect([pressureText(240, 'in'), pressureText(240, 'mm')].map(plain)).toEqual(['35 psi', '240 kPa'])
})

it('a stretch gives its arc and lowest flow', () => {
  const low = { from_deg: 356, to_deg: 10, flow_gpm: 160 }
  expect(plain(stretchText(low, 'in'))).toBe('356–10°: as little as 160 gal/min')
  expect(plain(stretchText({ ...low, flow_gpm: 0 }, 'in'))).toBe('356–10°: nothing, all valves closed')
  expect(plain(stretchText({ from_deg: 0, to_deg: 360, flow_gpm: 100 }, 'mm'))).toBe(
    'All around: as little as 6.3 L/s',
  )
})

it.each([
  [800, 800, 'as predicted', false],
  [770, 800, 'as predicted', false],
  [700, 800, '13% less than predicted', true],
  [900, 800, '13% more than predicted', true],
  [0, 0, 'as predicted', false],
  [40, 0, 'though all valves should be closed here', true],
])('%f beside %f', (measured, predicted, words, differs) => {
  const difference = flowDifference(measured, predicted)
  expect([plain(difference.words), difference.differs]).toEqual([words, differs])
})

it.each([
  [240, 240, 'as predicted', false],
  [217, 240, 'as predicted', false],
  [
    192,
    240,
    'The pressure is 20% less than predicted: lately this machine had 35 psi at such a flow. Look at the pump, its filter and leaks.',
    true,
  ],
  [
    300,
    240,
    'The pressure is 25% more than predicted: lately this machine had 35 psi at such a flow. Look at blocked nozzles and closed valves.',
    true,
  ],
])('%f kPa beside %f', (measured, predicted, words, differs) => {
  const difference = pressureDifference(measured, predicted, 'in')
  expect([plain(difference.words), difference.differs]).toEqual([words, differs])
})

it('machines on one pump are summed and compared with its limits', () => {
  const drawText = (now: typeof pump.now) => {
    const { words, bad } = drawSentence({ ...pump, now }, 'in')
    return [plain(words), bad]
  }
  expect(drawText(pump.now)).toEqual(['2 machines draw 800 gal/min from River now.', false])
  expect(drawText({ machines: 1, flow_gpm: 200, measured: false })).toEqual([
    'One machine draws 200 gal/min from River now, some of it assumed at full flow: below its minimum flow of 300 gal/min.',
    true,
  ])
  expect(drawText({ machines: 2, flow_gpm: 1300, measured: true })[1]).toBe(true)
  expect(drawText({ machines: 0, flow_gpm: 0, measured: true })).toEqual([
    'Nothing is drawing from River now.',
    false,
  ])
})
