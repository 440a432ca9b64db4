/** Logger files imported with at most one option; expected values were read off the files, or their formats, by hand. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assert, date, integer, property } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type ImportOptions,
  type ImportOption,
  readChoice,
  readSourceOptions,
  readTimeZone,
} from './import-options.ts'
import { openCsv } from './import-file.ts'
import type { Incoming } from '../measured.ts'
import { numberReader } from './import-number.ts'
import { importFile } from './readings-import.ts'
import { wallClock } from '../local-time.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'headgate-loggers-'))
afterAll(() => rm(folder, { recursive: true }))

type Options = Partial<Record<ImportOption, string>>

async function take(file: string, options: Options = {}, zone = 'America/Winnipeg') {
  const optionOf: ImportOptions = (name) => options[name]
  const readings: Incoming[] = []
  const report = await importFile({
    source: await openCsv(file, readSourceOptions(optionOf)),
    timeZone: readTimeZone(optionOf, zone),
    zoneSaid: options['time-zone'] !== undefined,
    choice: readChoice(optionOf),
    store: (batch) => {
      readings.push(...batch)
      return Promise.resolve({ stored: batch.length, duplicate: 0, invalid: 0 })
    },
  })
  return { report, readings }
}

let files = 0
async function takeText(text: string | Buffer, options: Options = {}, zone = 'America/Winnipeg') {
  const file = path.join(folder, `${(files += 1)}.csv`)
  await writeFile(file, text)
  return take(file, options, zone)
}

const REAL = path.resolve('../shared/data/loggers')
const there = existsSync(path.join(REAL, 'hobo_cm1.csv'))
if (!there) console.warn(`skipped: the files of real loggers are not in ${REAL}`)

describe.skipIf(!there)('a file written by a real logger', () => {
  const real = (name: string, options: Options = {}) => take(path.join(REAL, name), options)

  it('of Campbell is read with its units, without permittivities', async () => {
    const { report, readings } = await real('CR1000_Soil_logger_ex.dat', { probe: '4' })
    expect(report.understood[0]).toMatch(
      /^Campbell TOA5, columns parted by comma: time TIMESTAMP, moisture at 5 cm VWC_5cm/,
    )
    // 146 lines below four of the header, nine depths
    expect([report.lines, readings.length, report.refused]).toEqual([146, 146 * 9, 0])
    expect(readings[1]).toEqual({
      probe: 4,
      depthCm: 10,
      at: '2020-08-17T13:00:00.000Z',
      vwc: 0.033,
      temperatureC: 17.44,
      ec: 0,
    })
    expect(new Set(readings.map((reading) => ('depthCm' in reading ? reading.depthCm : 0)))).toEqual(
      new Set([5, 10, 20, 30, 40, 50, 60, 75, 100]),
    )
    expect(report.columns.filter(({ name }) => name.startsWith('Ka_')).every(({ use }) => use === null)).toBe(
      true,
    )
  })

  it('of METER is read by its ports, tension apart from moisture, once their positions are given', async () => {
    await expect(real('em60g_zentra_utility.csv')).rejects.toThrow(
      'sensors: it is not said how deep Port 1, Port 2, Port 3, Port 4, Port 5, Port 6 are',
    )
    const sensors =
      'Port 1=P1-20cm,Port 2=P1-40cm,Port 3=P2-20cm,Port 4=P2-40cm,Port 5=P2-60cm,Port 6=P2-80cm,Port 7=1'
    const { report, readings } = await real('em60g_zentra_utility.csv', { sensors })
    expect(report.lines).toBe(147)
    const at = '2020-02-25T01:00:00.000Z'
    expect(readings.slice(0, 8)).toEqual([
      { kind: 'tension', probe: 1, depthCm: 20, at, kPa: 9, temperatureC: 20.6 },
      { kind: 'tension', probe: 1, depthCm: 40, at, kPa: 10.4, temperatureC: 20.5 },
      { probe: 2, depthCm: 20, at, vwc: -0.02, temperatureC: 21.1, ec: 0.01 },
      { probe: 2, depthCm: 40, at, vwc: -0.021, temperatureC: 21, ec: 0 },
      { probe: 2, depthCm: 60, at, vwc: -0.014, temperatureC: 21.1, ec: 0 },
      { probe: 2, depthCm: 80, at, vwc: -0.014, temperatureC: 21, ec: 0 },
      { kind: 'battery', probe: 1, at, volts: 6.798 },
      { kind: 'charge', probe: 1, at, percent: 100 },
    ])
    // air pressure is not tension, and the logger's own temperature not the soil's
    expect(report.columns.filter(({ group }) => group === 'Port 8, Barometer').map(({ use }) => use)).toEqual(
      [null, null],
    )
  })

  it('of HOBO is read with the offset of its heading and the depths of its labels', async () => {
    const { report, readings } = await real('hobo_cm1.csv', { probe: '3' })
    expect(report.understood[1]).toBe(
      'moisture in m3/m3; times of UTC-07:00 (Date Time, GMT-07:00), dates as MDY',
    )
    expect([report.lines, readings.length]).toEqual([148, 444])
    expect(readings.slice(0, 3)).toEqual([
      { probe: 3, depthCm: 100, at: '2020-04-26T18:00:01.000Z', vwc: 0.3939 },
      { probe: 3, depthCm: 30, at: '2020-04-26T18:00:01.000Z', vwc: 0.4373 },
      { probe: 3, depthCm: 10, at: '2020-04-26T18:00:01.000Z', vwc: 0.4565 },
    ])
    expect(readings.at(-1)).toEqual({ probe: 3, depthCm: 10, at: '2020-04-29T19:30:01.000Z', vwc: 0.4236 })
  })

  it('of ISMN is read in UTC, without lines flagged as not good', async () => {
    const { report, readings } = await real('ismn_rsmn_adamclisi.stm', { probe: '5' })
    // 0 to 5 cm is at its middle
    expect(readings).toEqual([
      { probe: 5, depthCm: 2.5, at: '2024-12-20T00:00:00.000Z', vwc: 0.126 },
      { probe: 5, depthCm: 2.5, at: '2024-12-20T01:00:00.000Z', vwc: 0.126 },
    ])
    expect(report.refusals).toEqual([
      'line 4: its flag of quality is D04',
      'line 5: its flag of quality is D02',
      'line 6: its flag of quality is D01,D02,D03',
      'line 7: its flag of quality is D01,D02,D03',
    ])
  })

  it('of TOMST is read without names, in UTC, without its raw counts', async () => {
    const { report, readings } = await real('my_CZ2_HRADEC_TMS.csv', { probe: '6' })
    expect(readings).toHaveLength(150)
    expect(readings[0]).toEqual({
      probe: 6,
      depthCm: 8,
      at: '2020-10-24T08:00:00.000Z',
      vwc: 0.3672,
      temperatureC: 10.125,
    })
    expect(report.columns.find(({ name }) => name === 'moisture count')?.why).toMatch(/^raw counts/)
  })

  it('of a tensiometer needs its depth and its unit, which the file does not state', async () => {
    await expect(real('tensio.csv', { sensors: 'matric_head.entire..t.=P1-30cm' })).rejects.toThrow(
      'the unit of "matric_head.entire..t." is not said',
    )
    const { readings } = await real('tensio.csv', { sensors: 'matric_head.entire..t.=P1-30cm hPa' })
    expect(readings).toHaveLength(96)
    expect(readings[0]).toEqual({
      kind: 'tension',
      probe: 1,
      depthCm: 30,
      at: '2015-03-09T13:45:00.000Z',
      kPa: 19.5005740528,
    })
  })
})

describe('a format known from its description', () => {
  const rows = async (text: string | Buffer, options: Options = { probe: '1' }, zone?: string) =>
    (await takeText(text, options, zone)).readings

  it('of Sentek has kind, place and depth in its columns', async () => {
    const text =
      'Date Time,V1,A1(5),S1(5),T1(5),A2(15),S2(15),T2(15)\n2026/07/06 10:00:00,12.6,23.41,1800,18.2,31.5,1900,17.1\n'
    const { report, readings } = await takeText(text, { probe: '7' }, 'UTC')
    expect(report.understood[0]).toMatch(/^Sentek IrriMAX, /)
    const at = '2026-07-06T10:00:00.000Z'
    expect(readings).toEqual([
      { probe: 7, depthCm: 5, at, vwc: 0.2341, temperatureC: 18.2 },
      { probe: 7, depthCm: 15, at, vwc: 0.315, temperatureC: 17.1 },
    ])
  })

  it('of SCAN has elements, inches and per cent', async () => {
    const text =
      'Site Id,Date,Time,SMS.I-1:-2 (pct)  (loam),SMS.I-1:-8 (pct)  (loam),STO.I-1:-2 (degC),STO.I-1:-8 (degF),SAL.I-1:-2 (gram/l),PRCP.D-1 (in)\n' +
      '2057,2026-07-06,13:00,21.4,30.2,19.5,68,0.1,0.5\n2057,2026-07-06,14:00,-99.9,30.1,20.5,68,0.1,0\n'
    expect(await rows(text, {}, 'UTC')).toEqual([
      { probe: 2057, depthCm: 5.08, at: '2026-07-06T13:00:00.000Z', vwc: 0.214, temperatureC: 19.5 },
      { probe: 2057, depthCm: 20.32, at: '2026-07-06T13:00:00.000Z', vwc: 0.302, temperatureC: 20 },
      { kind: 'rain', gauge: 2057, at: '2026-07-06T13:00:00.000Z', mm: 12.7 },
      { probe: 2057, depthCm: 5.08, at: '2026-07-06T14:00:00.000Z', temperatureC: 20.5 },
      { probe: 2057, depthCm: 20.32, at: '2026-07-06T14:00:00.000Z', vwc: 0.301, temperatureC: 20 },
      { kind: 'rain', gauge: 2057, at: '2026-07-06T14:00:00.000Z', mm: 0 },
    ])
  })

  it('of a SNOTEL report has comments above, and stations in its columns', async () => {
    const text =
      '#------------------------------------\n# National Water and Climate Center\n# SNOTEL report, all times as local standard time\n#\n' +
      'Date,Tabernash (1234) Soil Moisture Percent -2in (pct) Start of Day Values,Tabernash (1234) Soil Temperature Observed -2in (degF) Start of Day Values,Tabernash (1234) Air Temperature Observed (degF) Start of Day Values\n' +
      '2026-07-05,14.2,50,71.2\n2026-07-06,13.9,59,70\n'
    expect(await rows(text, {}, 'UTC')).toEqual([
      { probe: 1234, depthCm: 5.08, at: '2026-07-05T00:00:00.000Z', vwc: 0.142, temperatureC: 10 },
      { probe: 1234, depthCm: 5.08, at: '2026-07-06T00:00:00.000Z', vwc: 0.139, temperatureC: 15 },
    ])
  })

  it('of TOMST as its own program writes it contains only raw counts, which are refused with the reason', async () => {
    const text =
      '0;24.10.2020 08:00;4;21.5625;22.0625;23.125;1480;202;0;\n1;24.10.2020 08:15;4;21.5;22;23;1481;202;0;\n'
    await expect(rows(text)).rejects.toThrow(
      'value: the file has no column of moisture or tension; "moisture count": raw counts of a sensor are no measurement until they are calibrated',
    )
  })

  it('of ISMN with one station per line stores the middle of a layer', async () => {
    const line = (clock: string, value: string, flag: string) =>
      `2026/07/06 ${clock} 2026/07/06 ${clock} CSE NET Site-1 44.08829 27.96591 158.00 0.10 0.10 ${value} ${flag} M`
    expect(await rows([line('10:00', '0.2100', 'G'), line('11:00', '0.9', 'C03')].join('\n'))).toEqual([
      { probe: 1, depthCm: 10, at: '2026-07-06T10:00:00.000Z', vwc: 0.21 },
    ])
  })

  it('of many stations in a long table numbers them by their names, and never gives two the same number', async () => {
    const text =
      'Location,Date,depth (m),VWC\nCAF003,2026-07-06,0.3,0.21\nCAF019,2026-07-06,0.6,0.25\nWest3,2026-07-06,0.3,0.11\nHill,2026-07-06,0.3,0.11\n'
    const { report, readings } = await takeText(text, {}, 'UTC')
    expect(readings).toEqual([
      { probe: 3, depthCm: 30, at: '2026-07-06T00:00:00.000Z', vwc: 0.21 },
      { probe: 19, depthCm: 60, at: '2026-07-06T00:00:00.000Z', vwc: 0.25 },
    ])
    expect(report.refusals).toEqual([
      'line 4: "West3" and "CAF003" would both be probe 3; say which with --probes',
      'line 5: "Hill" is no probe number; say which with --probes',
    ])
  })

  it('of a spreadsheet may have tabs, a decimal comma, thousands separators, UTF-16', async () => {
    const text =
      'Date\tHumidité du sol 20 cm (%)\tEC 20 cm (µS/cm)\tBatterie (mV)\r\n13.07.2026 10:00\t23,5\t1.234,5\t12.600,5\r\n'
    const expected = [
      { probe: 1, depthCm: 20, at: '2026-07-13T10:00:00.000Z', vwc: 0.235, ec: 1.2345 },
      { kind: 'battery', probe: 1, at: '2026-07-13T10:00:00.000Z', volts: 12.6005 },
    ]
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const [name, bytes] of Object.entries({
      utf8: Buffer.from(text),
      little,
      big,
      bare: little.subarray(2),
      latin: Buffer.from(text, 'latin1'),
    }))
      expect({ name, read: await rows(bytes, { probe: '1' }, 'UTC') }).toEqual({ name, read: expected })
    const semicolons = text.replaceAll('\t', ';')
    expect(await rows(semicolons, { probe: '1' }, 'UTC')).toEqual(expected)
  })

  it('of METER’s cloud may have three header lines as well', async () => {
    const text =
      'z6-01234,Port 1,Port 1,Port 1,Port 2\n2 records,TEROS 12,TEROS 12,TEROS 12,ATMOS 41\nTimestamps,m³/m³ Water Content,°F Soil Temperature,mS/cm Saturation Extract EC,in Precipitation\n' +
      '07/13/2026 10:00:00 AM,0.21,68,0.5,0.1\n07/13/2026 11:00:00 AM,0.22,68,0.5,0\n'
    const { readings } = await takeText(text, { sensors: 'Port 1=P4-15cm,Port 2=2' }, 'UTC')
    expect(readings.slice(0, 2)).toEqual([
      { probe: 4, depthCm: 15, at: '2026-07-13T10:00:00.000Z', vwc: 0.21, temperatureC: 20, ec: 0.5 },
      { kind: 'rain', gauge: 2, at: '2026-07-13T10:00:00.000Z', mm: 2.54 },
    ])
  })
})

describe('a wrong sensor or unit', () => {
  const takeCells = async (header: string, cells: string, options: Options = { probe: '1' }) =>
    takeText(`time,${header}\n2026-07-06 10:00,${cells}\n2026-07-06 11:00,${cells}\n`, options, 'UTC')

  it('is never used if two columns claim the same sensor', async () => {
    await expect(takeCells('VWC 20 cm,VWC 20 cm', '0.2,0.3')).rejects.toThrow(
      'sensors: two columns are called "VWC 20 cm" at 20 cm, so that nobody can say which sensor is which',
    )
    await expect(takeCells('VWC,VWC', '0.2,0.3', { probe: '1', depths: 'VWC=20' })).rejects.toThrow(
      'depths: 2 columns are called "VWC"',
    )
    await expect(takeCells('north VWC 20 cm,south VWC 20 cm', '0.2,0.3')).rejects.toThrow(
      'sensors: "north VWC 20 cm" and "south VWC 20 cm" would both be moisture at 20 cm of one probe',
    )
    const { readings } = await takeCells('north VWC 20 cm,south VWC 20 cm', '0.2,0.3', {
      sensors: 'north VWC 20 cm=P1-20cm,south VWC 20 cm=P2-20cm',
    })
    expect(readings.slice(0, 2)).toMatchObject([
      { probe: 1, vwc: 0.2 },
      { probe: 2, vwc: 0.3 },
    ])
  })

  it.each([
    ['VWC 20 cm (north)', '0.2', { vwc: 0.2 }],
    ['Moisture [Port 1] 8 in (%)', '23.5', { depthCm: 20.32, vwc: 0.235 }],
    ['Soil moisture 0.3 m (mm/m)', '235', { depthCm: 30, vwc: 0.235 }],
    ['soil_moisture_20cm_pct', '23.5', { vwc: 0.235 }],
    ['"VWC, cm3/cm3 0-10 cm"', '0.2', { depthCm: 5, vwc: 0.2 }],
  ])('is never guessed from brackets: %s', async (header, cells, expected) => {
    expect((await takeCells(header, cells)).readings[0]).toMatchObject(expected)
  })

  it.each([
    ['VWC 20 cm,EC 20 cm (uS/cm)', '0.2,800', { ec: 0.8 }],
    ['VWC 20 cm,EC 20 cm (dS/m)', '0.2,0.8', { ec: 0.8 }],
    ['VWC 20 cm,EC 20 cm (mS/m)', '0.2,80', { ec: 0.8 }],
    ['VWC 20 cm,Soil Temp 20 cm (degF)', '0.2,50', { temperatureC: 10 }],
    ['VWC 20 cm,Soil Temp 20 cm (K)', '0.2,283.15', { temperatureC: 10 }],
  ])('is put into the unit that is kept: %s', async (header, cells, expected) => {
    expect((await takeCells(header, cells)).readings[0]).toMatchObject({ vwc: 0.2, ...expected })
  })

  it('is left out if it has no unit, and refused if it is impossible for soil', async () => {
    const bare = await takeCells('VWC 20 cm,EC 20 cm', '0.2,800')
    expect(bare.readings[0]).toEqual({ probe: 1, depthCm: 20, at: '2026-07-06T10:00:00.000Z', vwc: 0.2 })
    expect(bare.report.understood).toContain(
      'left out: EC 20 cm: a salinity without a unit could be anything',
    )
    const wild = await takeCells('VWC 20 cm,EC 20 cm (dS/m)', '0.2,800')
    expect(wild.report.refusals[0]).toBe('line 2: "800" is no salinity of a soil')
    expect(wild.readings[0]).not.toHaveProperty('ec')
  })

  it.each([
    ['VWC 20 cm (mV)', '412', 'raw counts of a sensor'],
    ['Soil raw 20 cm', '412', 'raw counts of a sensor'],
    ['Soil frequency 20 cm (Hz)', '412', 'raw counts of a sensor'],
  ])('is refused with the reason where it is a raw signal: %s', async (header, cells, reason) => {
    await expect(takeCells(header, cells)).rejects.toThrow(reason)
  })

  it.each([
    ['Matric potential 20 cm (kPa)', '-33', 33],
    ['Tension 20 cm (cbar)', '33', 33],
    ['Watermark 20 cm (hPa)', '330', 33],
    ['Soil water potential 20 cm (bar)', '-0.33', 33],
    ['Soil water tension 20 cm (pF)', '2', 9.80665],
  ])('of tension is suction above zero in kPa: %s', async (header, cells, kPa) => {
    expect((await takeCells(header, cells)).readings[0]).toMatchObject({ kind: 'tension', depthCm: 20, kPa })
  })
})

describe('the clock of a logger', () => {
  const hours = (...clocks: string[]) =>
    ['time,P1-20cm', ...clocks.map((clock, i) => `${clock},0.${200 + i}`)].join('\n')
  const at = async (text: string, options: Options = {}) =>
    (await takeText(text, options)).readings.map((reading) => reading.at.slice(0, 16))
  // America/Winnipeg in 2026: forward at 02:00 on 8 March, back at 02:00 on 1 November
  const SPRING = [
    '2026-03-08 01:00',
    '2026-03-08 01:30',
    '2026-03-08 02:00',
    '2026-03-08 02:30',
    '2026-03-08 03:00',
  ]
  const AUTUMN = [
    '2026-11-01 00:00',
    '2026-11-01 00:30',
    '2026-11-01 01:00',
    '2026-11-01 01:30',
    '2026-11-01 02:00',
  ]

  it('is asked about if the file contains an hour that its zone skipped', async () => {
    await expect(at(hours(...SPRING))).rejects.toThrow(
      'clock: 2026-03-08 02:00 does not exist in America/Winnipeg, where clocks skip that hour; say with --clock standard if the logger keeps UTC-06:00 all year, or with --clock local',
    )
    expect(await at(hours(...SPRING), { clock: 'standard' })).toEqual([
      '2026-03-08T07:00',
      '2026-03-08T07:30',
      '2026-03-08T08:00',
      '2026-03-08T08:30',
      '2026-03-08T09:00',
    ])
    const { report } = await takeText(hours(...SPRING), { clock: 'local' })
    expect(report.refusals).toEqual([
      'line 4: "2026-03-08 02:00" does not exist on the clocks of America/Winnipeg',
      'line 5: "2026-03-08 02:30" does not exist on the clocks of America/Winnipeg',
    ])
  })

  it('is asked about if an hour that its zone repeats occurs once', async () => {
    await expect(at(hours(...AUTUMN))).rejects.toThrow(
      'clock: 2026-11-01 01:00 stands once in the file, but clocks of America/Winnipeg show that hour twice',
    )
    expect(await at(hours(...AUTUMN), { clock: 'standard' })).toEqual([
      '2026-11-01T06:00',
      '2026-11-01T06:30',
      '2026-11-01T07:00',
      '2026-11-01T07:30',
      '2026-11-01T08:00',
    ])
  })

  const DOUBLED = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00'].map((clock) => `2026-11-01 ${clock}`)
  const INSTANTS = ['05:30', '06:00', '06:30', '07:00', '07:30', '08:00'].map(
    (clock) => `2026-11-01T${clock}`,
  )

  it('loses and merges nothing of a repeated hour, oldest or newest first', async () => {
    expect(await at(hours(...DOUBLED))).toEqual(INSTANTS)
    expect(await at(hours(...DOUBLED.toReversed()))).toEqual(INSTANTS.toReversed())
    const uneven = ['00:50', '01:20', '01:50', '01:05', '01:55', '02:10'].map(
      (clock) => `2026-11-01 ${clock}`,
    )
    expect(await at(hours(...uneven))).toEqual(
      ['05:50', '06:20', '06:50', '07:05', '07:55', '08:10'].map((clock) => `2026-11-01T${clock}`),
    )
  })

  it('is followed for each station by itself', async () => {
    const text = [
      'probe,depth,time,value',
      ...DOUBLED.flatMap((clock) => [`1,20,${clock},0.2`, `1,40,${clock},0.2`, `2,20,${clock},0.3`]),
    ]
    expect(await at(text.join('\n'))).toEqual(INSTANTS.flatMap((instant) => [instant, instant, instant]))
  })

  it('is that of the heading, of the times themselves, or of the options', async () => {
    const offset = 'Date Time (GMT-07:00),P1-20cm\n2026-03-08 02:30,0.2\n'
    expect(await at(offset)).toEqual(['2026-03-08T09:30'])
    const named = await takeText('time (MDT),P1-20cm\n2026-07-08 02:30,0.2\n')
    expect(named.readings[0]?.at).toBe('2026-07-08T08:30:00.000Z')
    const absolute = await takeText('time,P1-20cm\n2026-03-08T02:30:00-06:00,0.2\n')
    expect(absolute.report.understood[1]).toBe('moisture in m3/m3; absolute times')
    expect(await at('time,P1-20cm\n2026-03-08 02:30,0.2\n', { 'time-zone': 'UTC-6' })).toEqual([
      '2026-03-08T08:30',
    ])
  })
})

describe('any date and any number', () => {
  const instant = date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2099-12-31T23:59:00Z'),
    noInvalidDate: true,
  })
  const two = (n: number) => String(n).padStart(2, '0')

  it('gives the same date in every format', () => {
    assert(
      property(instant, (drawn) => {
        const [y, m, d] = [drawn.getUTCFullYear(), drawn.getUTCMonth() + 1, drawn.getUTCDate()]
        const [h, min] = [drawn.getUTCHours(), drawn.getUTCMinutes()]
        const clock = `${two(h)}:${two(min)}`
        const half = `${h % 12 || 12}:${two(min)} ${h < 12 ? 'AM' : 'pm'}`
        const ms = Date.UTC(y, m - 1, d, h, min)
        const spelled: [string, 'DMY' | 'MDY' | 'YMD' | undefined][] = [
          [`${y}-${two(m)}-${two(d)} ${clock}`, undefined],
          [`${y}/${m}/${d} ${half}`, undefined],
          [`${two(d)}.${two(m)}.${y} ${clock}`, 'DMY'],
          [`${m}/${d}/${y} ${half}`, 'MDY'],
          [`${two(m)}/${two(d)}/${two(y % 100)} ${half}`, 'MDY'],
          [`${y}${two(m)}${two(d)} ${two(h)}${two(min)}`, undefined],
        ]
        for (const [text, order] of spelled)
          expect({ text, ...wallClock(text, order) }).toEqual({ text, ms, absolute: false })
        // each with its offset from UTC in minutes
        const zoned: [string, number][] = [
          [`${y}-${two(m)}-${two(d)} ${clock}:00 CDT`, -300],
          [`${m}/${d}/${y} ${half} CET`, 60],
          [`${m}/${d}/${y} ${clock} +0530`, 330],
          [`${m}/${d}/${y} ${clock} GMT-07:00 (Mountain Standard Time)`, -420],
          [`${y}${two(m)}${two(d)}T${two(h)}${two(min)}00Z`, 0],
        ]
        for (const [text, ahead] of zoned)
          expect({ text, ...wallClock(text, 'MDY') }).toEqual({
            text,
            ms: ms - ahead * 60_000,
            absolute: true,
          })
      }),
    )
  })

  it('gives the same number with either separator and any grouping', () => {
    const group = (digits: string, by: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, by)
    assert(
      property(integer({ min: 0, max: 99_999_999 }), integer({ min: 1, max: 9999 }), (integerPart, part) => {
        const [left, right] = [String(integerPart), String(part).padStart(4, '0')]
        const figure = Number(`${left}.${right}`)
        const [comma, point] = [numberReader(','), numberReader('.')]
        expect([point(`${left}.${right}`), comma(`${left},${right}`)]).toEqual([figure, figure])
        expect(comma(`${group(left, '.')},${right}`)).toBe(figure)
        expect(point(`${group(left, ',')}.${right}`)).toBe(figure)
        expect(comma(`${group(left, '\u202F')},${right}`)).toBe(figure)
      }),
    )
  })

  it('survives a round trip through the file of a graph’s readings', async () => {
    const figures = [23.5, 0, 31.25, 60]
    const lines = figures.map(
      (figure, i) => `2026-07-06T1${i}:00:00.000Z,2026-07-06 0${4 + i}:00:00,${figure},`,
    )
    const text = [
      'time (UTC),time (America/Edmonton),P3-20cm (% by volume),P3-40cm (% by volume)',
      ...lines,
    ].join('\r\n')
    const { readings } = await takeText(text)
    expect(readings).toEqual(
      figures.map((figure, i) => ({
        probe: 3,
        depthCm: 20,
        at: `2026-07-06T1${i}:00:00.000Z`,
        vwc: figure / 100,
      })),
    )
  })
})
