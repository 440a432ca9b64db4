/** What the first lines of a file show: order of dates, decimal separator and unit; expected values by hand. */
import { describe, expect, it } from 'vitest'
import { dateOrderOf } from '../date-order.ts'
import { decimalOf, numberReader } from './import-number.ts'
import { understand } from './import-survey.ts'
import { toCubicMetres, unitOf } from '../moisture-unit.ts'

describe('the order of dates', () => {
  it.each([
    [['25/04/2026', '03/04/2026'], { order: 'DMY' }],
    [['04-25-2026 10:00'], { order: 'MDY' }],
    [['1.5.2026', '13.5.2026 9:15'], { order: 'DMY' }],
    [['2026-05-01', '1777629600', '06-Jul-2026'], { order: undefined }],
    [[], { order: undefined }],
    [['03/04/2026', '11/12/2026'], { unclear: '03/04/2026' }],
    [['13/13/2026'], { unclear: '13/13/2026' }],
    [['2026-05-01', '25/04/26'], { unclear: '25/04/26' }],
  ])('of %j', (times, expected) => {
    expect(dateOrderOf(times)).toEqual(expected)
  })
})

describe('numbers', () => {
  it('have a decimal point or comma, shown by those that have one', () => {
    expect(decimalOf(['1', '0.2', '-999'])).toBe('.')
    expect(decimalOf(['1', '0,2', 'NA'])).toBe(',')
    expect(decimalOf(['0.2', '0,2'])).toBeNull()
    expect(decimalOf([])).toBe('.')
  })

  it('are parsed with the separator that was found, and no other', () => {
    const [point, comma] = [numberReader('.'), numberReader(',')]
    expect(['0.21', '.5', '+0.2', '-1e-3', '2.'].map((text) => point(text))).toEqual([
      0.21, 0.5, 0.2, -0.001, 2,
    ])
    expect(['0,21', '3', ',5'].map((text) => comma(text))).toEqual([0.21, 3, 0.5])
    for (const text of ['0,21', 'wet', '1 2', '0x10', '=1', '1e999999', 'Infinity', '1.2.3'])
      expect(point(text)).toBeNull()
    for (const text of ['0.21', '1.234']) expect(comma(text)).toBeNull()
    expect(comma('1.234,5')).toBe(1234.5)
    expect(comma('1.234.567')).toBe(1_234_567)
    expect(comma('1\u202F234,5')).toBe(1234.5)
    expect(point('1,234.5')).toBe(1234.5)
  })

  it("are missing if they are a logger's marker", () => {
    const read = numberReader('.', ['7999', 'ERR'])
    for (const text of [
      '',
      'NA',
      'n/a',
      '#N/A',
      'NaN',
      'NULL',
      '-',
      '---',
      '-999',
      '-9999.00',
      '7999.0',
      'err',
    ])
      expect(read(text)).toBeUndefined()
    expect(numberReader('.')('7999')).toBe(7999)
    expect(read('-1')).toBe(-1)
  })
})

describe('units', () => {
  it('are converted to m3/m3', () => {
    expect(toCubicMetres(23.5, '%')).toBe(0.235)
    expect(toCubicMetres(278, 'mm/m')).toBe(0.278)
    expect(toCubicMetres(27.8, 'mm/10cm')).toBe(0.278)
    expect(toCubicMetres(3, 'in/ft')).toBe(0.25)
    expect(toCubicMetres(0.1 + 0.2, 'm3/m3')).toBe(0.1 + 0.2)
  })

  it('are recognised by their spellings', () => {
    expect(['m³/m³', 'cm^3/cm^3', '% vol', 'V/V', 'mm / m', 'percent'].map(unitOf)).toEqual([
      'm3/m3',
      'm3/m3',
      '%',
      'm3/m3',
      'mm/m',
      '%',
    ])
    expect(unitOf('kPa')).toBeNull()
  })
})

describe('a survey', () => {
  const header = ['probe', 'depth', 'time', 'value']

  it('uses the unit that fits most values, so that a few outliers do not decide', () => {
    const lines = ['0.2', '0.3', '27', '-999', '0.25'].map((value) => ['1', '20', '2026-05-01', value])
    expect(understand(header, lines, {})).toMatchObject({ unit: 'm3/m3', decimal: '.' })
  })

  it('accepts a file without any number', () => {
    expect(understand(header, [], {})).toMatchObject({ unit: 'm3/m3', dateOrder: undefined })
    expect(understand(header, [['1', '20', '2026-05-01', 'NA']], {})).toMatchObject({ unit: 'm3/m3' })
  })

  it('reads columns with two different units each in its own, and refuses one beside them without a unit', () => {
    const wide = ['probe', 'time', 'vwc_20cm (%)', 'vwc_40cm (mm/m)']
    const { conversions } = understand(wide, [['1', '2026-05-01', '23.5', '310']], {})
    expect([conversions.get(2)?.(23.5), conversions.get(3)?.(310)]).toEqual([0.235, 0.31])
    expect(() => understand([...wide, 'vwc_60cm'], [], {})).toThrow(
      'unit: the columns name % and mm/m; import them one by one',
    )
  })
})
