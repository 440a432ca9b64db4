/** Real formats of stations' files: networks' columns, units, hours and days, morning readings, and questions. */
import { describe, expect, it } from 'vitest'
import { ImportUnclear } from '../../readings/import/import-unclear.ts'
import { readWeatherFile, type WeatherFileChoice } from './weather-file.ts'

const setting = {
  timeZone: 'America/Edmonton',
  dayZone: 'America/Edmonton',
  site: { latitude: 50.8, elevationM: 100, windHeightM: 10 },
  now: new Date('2026-08-01T00:00:00Z'),
}
const read = (text: string, choice: WeatherFileChoice = {}, change = {}) =>
  readWeatherFile(Buffer.from(text), choice, { ...setting, ...change })
const rains = async (text: string, choice: WeatherFileChoice = {}) =>
  (await read(text, choice)).days.map(({ day, rainMm }) => [day, rainMm])

describe('a file of days', () => {
  it('of Alberta’s ACIS is read with its own columns, and gives the reference ET of Example 18', async () => {
    // wind of 2.78 m/s runs 240.192 km in a day; 22.07 MJ are 22,070 kJ
    const { days, understood, refused } = await read(
      'YEAR,MONTH,DAY,TMAXC,TMINC,WINDKM,PRECMM,RHMAX,RHMIN,SRKJD\n2026,7,6,21.5,12.3,240.192,4.2,84,63,22070\n2026,7,7,25,,,0,,,\n',
    )
    expect(days[0]).toMatchObject({
      day: '2026-07-06',
      maxC: 21.5,
      rainMm: 4.2,
      leastHumidityPct: 63,
      etEstimated: [],
    })
    expect(days[0]?.referenceEtMm).toBeCloseTo(3.88, 2)
    expect(days[0]?.radiationMj).toBeCloseTo(22.07, 6)
    // a missing value stays unknown, and the rest of the line is used
    expect(days[1]).toMatchObject({ maxC: 25, minC: null, rainMm: 0, referenceEtMm: null })
    expect(refused).toBe(0)
    expect(understood[0]).toBe(
      'columns parted by comma, names in line 1: time from "YEAR MONTH DAY", highest temperature in C from "TMAXC", lowest temperature in C from "TMINC", highest humidity in % from "RHMAX", lowest humidity in % from "RHMIN", wind in km from "WINDKM", sunshine in kJ/m2 from "SRKJD", rain in mm from "PRECMM"',
    )
    expect(understood[1]).toBe('one line a day, for the day that it names; times of America/Edmonton')
  })

  it('of Environment Canada is read with flags beside the figures', async () => {
    const file = [
      '"Longitude (x)","Latitude (y)","Station Name","Date/Time","Year","Month","Day","Max Temp (°C)","Max Temp Flag","Min Temp (°C)","Total Precip (mm)","Total Precip Flag"',
      '"-114","51","CALGARY","2026-07-01","2026","07","01","24.1","","9.3","","T"',
      '"-114","51","CALGARY","2026-07-02","2026","07","02","24.1","","9.3","7.5",""',
      '"-114","51","CALGARY","2026-07-03","2026","07","03","24.1","","9.3","","M"',
      '"-114","51","CALGARY","2026-07-04","2026","07","04","24.1","","9.3","12","A"',
    ].join('\r\n')
    expect(await rains(file)).toEqual([
      ['2026-07-01', 0],
      ['2026-07-02', 7.5],
      ['2026-07-03', null],
      ['2026-07-04', null],
    ])
    expect((await read(file)).days[0]).toMatchObject({ maxC: 24.1, minC: 9.3, etMethod: 'hargreaves' })
  })

  it('is read in inches, Fahrenheit and miles, below the preamble of a logger', async () => {
    const { days, understood } = await read(
      'Station: Yard\nSerial: 17\nDate;High Temp (F);Low Temp (F);Wind Speed (mph);Rain_in;Notes\n07/13/2026;86;50;10;0.5;windy\n',
      {},
      { site: { ...setting.site, windHeightM: 2 } },
    )
    expect(days).toMatchObject([{ day: '2026-07-13', maxC: 30, minC: 10, rainMm: 12.7 }])
    expect(days[0]?.windMS).toBeCloseTo(4.47, 2)
    expect(understood).toContain('not used: Notes')
    expect(understood[0]).toContain('columns parted by semicolon, names in line 3')
  })

  it('assigns rain that is read in the morning to the day before, which most of the interval belongs to', async () => {
    const file = 'Date,Time,Rain (mm)\n2026-07-06,07:00,27\n2026-07-07,07:00,0\n'
    expect(await rains(file)).toEqual([
      ['2026-07-05', 27],
      ['2026-07-06', 0],
    ])
    // read at six in the evening most of it fell on the same day
    expect(await rains(file.replaceAll('07:00', '18:00'))).toEqual([
      ['2026-07-06', 27],
      ['2026-07-07', 0],
    ])
    expect(await rains(file, { stamp: 'begin' })).toEqual([
      ['2026-07-06', 27],
      ['2026-07-07', 0],
    ])
  })

  it('asks whether midnight ends a day or begins one', async () => {
    const file = 'Time,Rain (mm)\n2026-07-06 00:00,27\n2026-07-07 00:00,0\n'
    await expect(read(file)).rejects.toThrow(/^stamp: .* is midnight in every line; say with --stamp/)
    expect((await rains(file, { stamp: 'end' }))[0]).toEqual(['2026-07-05', 27])
    expect((await rains(file, { stamp: 'begin' }))[0]).toEqual(['2026-07-06', 27])
  })

  it('skips impossible lines and cells, reports them, and uses the rest of the line', async () => {
    const { days, lines, refused, refusals } = await read(
      'Date,Tmax C,Tmin C,Rain mm\n2026-07-01,24,9,abc\n2026-07-02,99,9,3\nyesterday,24,9,3\n2026-07-04,9,24,-1\n2026-09-01,20,9,1\n',
    )
    expect(days.map(({ day, maxC, minC, rainMm }) => [day, maxC, minC, rainMm])).toEqual([
      ['2026-07-01', 24, 9, null],
      ['2026-07-02', null, 9, 3],
      // an instrument with a minimum above its maximum is defective
      ['2026-07-04', null, null, null],
    ])
    expect([lines, refused]).toEqual([5, 5])
    expect(refusals).toEqual([
      'line 2: "abc" in Rain mm is not a number',
      'line 3: "99" in Tmax C cannot be right',
      'line 4: "yesterday" is not a time',
      'line 5: "-1" in Rain mm cannot be right',
      'line 6: its time lies ahead',
    ])
  })
})

describe('a file of hours', () => {
  const hours = (count: number, line: (i: number) => string, from = Date.parse('2026-07-06T00:00:00Z')) =>
    Array.from({ length: count }, (_, i) => {
      const at = new Date(from + (i + 1) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
      return `${at},${line(i)}`
    }).join('\n')

  it('is aggregated to local days, with the hour that ends at midnight in the day before', async () => {
    const text = `timestamp,temp_c,rh,wind_m_s,solar_w_m2,rain_mm\n${hours(48, (i) => `${i % 24 < 12 ? 12 : 26},60,3,250,${i === 23 ? 7 : 0}`)}\n`
    const { days, hours: kept } = await read(text)
    expect(kept).toHaveLength(48)
    expect(days.map(({ day, rainMm, etEstimated }) => [day, rainMm, etEstimated])).toEqual([
      ['2026-07-06', 7, []],
      ['2026-07-07', 0, []],
    ])
    // 250 W/m2 over a day are 21.6 MJ/m2
    expect(days[0]?.radiationMj).toBeCloseTo(21.6, 6)
  })

  it('may have a line every ten minutes; an incomplete hour has no sum, and its day no rain', async () => {
    const lines = Array.from({ length: 144 }, (_, i) => {
      const at = new Date(Date.parse('2026-07-06T00:00:00Z') + (i + 1) * 600_000)
      return `${at.toISOString().slice(0, 16).replace('T', ' ')},0.1`
    })
    const text = (some: string[]) => `time,rain (mm)\n${some.join('\n')}\n`
    const weatherFile = await read(text(lines))
    expect(weatherFile.hours).toHaveLength(24)
    expect(weatherFile.hours[0]?.rainMm).toBeCloseTo(0.6, 9)
    expect(weatherFile.days[0]?.rainMm).toBeCloseTo(14.4, 9)
    const partly = await read(text(lines.toSpliced(50, 1)))
    expect(partly.days[0]).toMatchObject({ day: '2026-07-06', rainMm: null })
  })

  it('has 23 hours on the day of the change of clocks', async () => {
    const chicago = { timeZone: 'UTC', dayZone: 'America/Chicago' }
    const text = `time,rain (mm)\n${hours(23, () => '1', Date.parse('2026-03-08T06:00:00Z'))}\n`
    expect((await read(text, {}, chicago)).days.map(({ day, rainMm }) => [day, rainMm])).toEqual([
      ['2026-03-08', 23],
    ])
  })

  it('is refused if its lines are neither hours nor days', async () => {
    await expect(
      read('time,rain (mm)\n2026-07-06 00:00,1\n2026-07-06 06:00,1\n2026-07-06 12:00,1\n'),
    ).rejects.toThrow('lines are 6 h apart')
  })
})

describe('an open question of a file', () => {
  it.each<[string, string, WeatherFileChoice]>([
    ['units: the column "Rain" does not say its unit', 'Date,Rain\n2026-07-06,1\n', {}],
    ['units: the column "Temp" does not say its unit', 'Date,Temp\n2026-07-06,1\n', {}],
    ['columns: no weather is found', 'Date,Colour\n2026-07-06,red\n', {}],
    ['time: say with --columns time=COLUMN', 'When,Rain mm\n2026-07-06,1\n', {}],
    ['date order: "03/04/2026"', 'Date,Rain mm\n03/04/2026,1\n', {}],
    ['decimal: figures with a point and', 'Date;Rain mm\n2026-07-06;1.5\n2026-07-07;1,5\n', {}],
    ['rain: there is no column "RR"', 'Date,Rain mm\n2026-07-06,1\n', { columns: new Map([['rain', 'RR']]) }],
    [
      'units: "furlongs" is no unit of rain',
      'Date,Rain mm\n2026-07-06,1\n',
      { units: new Map([['rain', 'furlongs']]) },
    ],
    ['this is a workbook', 'PK\u0003\u0004', {}],
  ])('is asked for: %s', async (sentence, text, choice) => {
    const reading = read(text, choice)
    await expect(reading).rejects.toBeInstanceOf(ImportUnclear)
    await expect(reading).rejects.toThrow(sentence)
  })

  it('is answered by the options', async () => {
    const text = 'Tag;RR;TX\n06.07.2026;1,5;70\n'
    const { days } = await read(text, {
      columns: new Map([
        ['time', 'Tag'],
        ['rain', 'RR'],
        ['max', 'TX'],
      ]),
      units: new Map([
        ['rain', 'in'],
        ['temperature', 'F'],
      ]),
      dateOrder: 'DMY',
    })
    expect(days[0]?.day).toBe('2026-07-06')
    expect(days[0]?.rainMm).toBeCloseTo(38.1, 9)
    expect(days[0]?.maxC).toBeCloseTo(21.11, 2)
  })
})
