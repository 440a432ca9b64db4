/** `readings import` on real files: wide and long, every delimiter, dry runs, refused lines, and questions. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importDesk } from '../../testing/import-desk.ts'

const WIDE = 'station,date,vw30,vw60\nA,2026-05-01,0.278,NA\nB,2026-05-01,0.3,0.9\n'
const valid = { temperature_c: null, ec: null, invalid: null }

describe('readings import', () => {
  it('imports a wide file with column and station options, in the time zone of the system', async () => {
    const { load, write, stored } = await importDesk()
    const args = [
      await write('wide.csv', WIDE),
      '--depths',
      'vw30=30,vw60=60',
      '--probes',
      'A=1,B=2',
    ] as const
    expect(await load(...args, '--dry-run')).toEqual({
      code: 0,
      printed: [
        'columns parted by comma: probe station, time date, moisture at 30 cm vw30, moisture at 60 cm vw60',
        'moisture in m3/m3; times of America/Winnipeg',
        'the first readings, as understood:',
        '  probe 1 at 30 cm, 2026-05-01T05:00:00.000Z: 0.278 m3/m3',
        '  probe 2 at 30 cm, 2026-05-01T05:00:00.000Z: 0.3 m3/m3',
        '  probe 2 at 60 cm, 2026-05-01T05:00:00.000Z: 0.9 m3/m3',
        'Home: 3 readings of 2 probes in 2 lines, 2026-05-01 to 2026-05-01 UTC',
        'would store 2, already known 0, kept as invalid 1, empty cells 1',
        'dry run: nothing was stored',
      ],
    })
    expect(await stored()).toEqual([])
    expect((await load(...args)).printed.at(-1)).toBe(
      'stored 2, already known 0, kept as invalid 1, empty cells 1',
    )
    const at = new Date('2026-05-01T05:00:00Z')
    expect(await stored()).toEqual([
      { ...valid, probe: 1, depth_cm: 30, at, value: 0.278 },
      { ...valid, probe: 2, depth_cm: 30, at, value: 0.3 },
      { ...valid, probe: 2, depth_cm: 60, at, value: 0.9, invalid: 'value_out_of_range' },
    ])
    expect((await load(...args)).printed.at(-1)).toBe(
      'stored 0, already known 2, kept as invalid 1, empty cells 1',
    )
  })

  it('imports a long file by the names of its columns, and recognises delimiter and decimal comma', async () => {
    const { load, write, stored } = await importDesk()
    const file = await write(
      'long.csv',
      '\uFEFF"Probe";"Depth cm; of the sensor";"depth_cm";"Time";"Value"\r\n007;x;"20";2026-05-01T10:00:00Z;"0,21"\r\n',
    )
    expect((await load(file)).printed.slice(0, 2)).toEqual([
      'columns parted by semicolon: probe Probe, time Time, depth depth_cm, moisture Value',
      'moisture in m3/m3, decimal comma; absolute times',
    ])
    expect(await stored()).toEqual([
      { ...valid, probe: 7, depth_cm: 20, at: new Date('2026-05-01T10:00:00Z'), value: 0.21 },
    ])
  })

  it('reads the numbers of stations from a file', async () => {
    const { load, write, stored } = await importDesk()
    const map = await write('map.csv', 'station,number\n"A",11\n"B",12\n')
    await load(await write('w.csv', WIDE), '--depths', 'vw30=30', '--probe-map', map)
    expect(await stored()).toMatchObject([{ probe: 11 }, { probe: 12 }])
  })

  it('imports columns that state depth and unit, separate date and time columns, and one probe for all', async () => {
    const { load, write, stored } = await importDesk()
    const file = await write(
      'logger.csv',
      '# CR300\nDate,Time,Moisture 20 cm (%),Moisture 40 cm (%),T\n07/13/2026,1:30 PM,23.5,31,18.25\n',
    )
    const { printed } = await load(file, '--probe', '12', '--header-line', '2', '--time-zone', 'UTC')
    expect(printed[1]).toBe('moisture in %; times of UTC, dates as MDY')
    const at = new Date('2026-07-13T13:30:00Z')
    expect(await stored()).toEqual([
      { ...valid, probe: 12, depth_cm: 20, at, value: 0.235 },
      { ...valid, probe: 12, depth_cm: 40, at, value: 0.31 },
    ])
  })

  it("imports columns with the product's own sensor names", async () => {
    const { load, write, stored } = await importDesk()
    await load(await write('s.csv', 'time,P3-20cm,P14-7.5cm\n2026-05-01T10:00:00Z,0.2,0.31\n'))
    expect(await stored()).toMatchObject([
      { probe: 3, depth_cm: 20, value: 0.2 },
      { probe: 14, depth_cm: 7.5, value: 0.31 },
    ])
  })

  it('stores temperature and salinity, even without moisture', async () => {
    const { load, write, stored } = await importDesk()
    const file = await write(
      't.csv',
      'probe,time,vw30,t30,ec30\n1,1777629600,0.2,11.5,0.4\n2,1777629600,-999,12,NA\n',
    )
    const { printed } = await load(file, '--depths', 'vw30=30', '--temperature', 't30=30', '--ec', 'ec30=30')
    expect(printed[0]).toMatch(
      /: probe probe, time time, moisture at 30 cm vw30, temperature at 30 cm t30, salinity at 30 cm ec30$/,
    )
    expect(printed.at(-1)).toBe(
      'stored 1, already known 0, kept as invalid 0, empty cells 1, without moisture 1',
    )
    const at = new Date('2026-05-01T10:00:00Z')
    expect(await stored()).toEqual([
      { probe: 1, depth_cm: 30, at, value: 0.2, temperature_c: 11.5, ec: 0.4, invalid: null },
      { probe: 2, depth_cm: 30, at, value: null, temperature_c: 12, ec: null, invalid: 'value_missing' },
    ])
  })

  it('ignores markers of missing values, and those given as an option', async () => {
    const { load, write } = await importDesk()
    const cells = ['-999', '-9999.0', 'NaN', 'N/A', '', '--', 'null', '7999', 'err']
    const rows = cells.map((cell, i) => `1,20,2026-05-01T10:0${i}:00Z,${cell}`)
    const file = await write('m.csv', ['probe,depth,time,value', ...rows, '1,20,2026-05-01,0.2'].join('\n'))
    const { printed } = await load(file, '--missing', '7999,ERR')
    expect(printed.at(-1)).toBe('stored 1, already known 0, kept as invalid 0, empty cells 9')
  })
})

describe('refused lines', () => {
  const BAD = [
    'probe,depth,time,value',
    'x,20,2026-05-01,0.2',
    '1,deep,2026-05-01,0.2',
    '1,20,31/02/2026,0.2',
    '1,20',
    '1,20,2026-05-01,wet',
    '1,20cm,2026-05-01,0.2',
    '=1+1,20,2026-05-01,0.2',
    '@x,20,2026-05-01,=2*3',
    '1,20,2026-05-01,\u001B[2Jwet',
  ].join('\n')

  it('are reported one by one, and the others stored', async () => {
    const { load, write } = await importDesk()
    const { code, printed } = await load(await write('bad.csv', BAD))
    expect(code).toBe(0)
    expect(printed.slice(2)).toEqual([
      'Home: 1 readings of 1 probes in 9 lines, 2026-05-01 to 2026-05-01 UTC',
      'stored 1, already known 0, kept as invalid 0, empty cells 0',
      'refused 8:',
      '  line 2: "x" is no probe number; say which with --probes',
      '  line 3: "deep" is not a depth in cm',
      '  line 4: "31/02/2026" is not a time',
      '  line 5: "" is not a time',
      '  line 6: "wet" is not a number',
      '  line 8: "=1+1" is no probe number; say which with --probes',
      '  line 9: "@x" is no probe number; say which with --probes',
      '  line 10: "\u{FFFD}[2Jwet" is not a number',
    ])
  })

  it('are all written to the requested file, without formulas', async () => {
    const { load, write, folder } = await importDesk()
    const file = path.join(folder, 'refused.csv')
    const { printed } = await load(await write('bad.csv', BAD), '--refused', file)
    expect(printed.at(-1)).toBe(`every refused line is in ${file}`)
    const rows = (await readFile(file, 'utf8')).split('\r\n')
    expect(rows).toHaveLength(1 + 8 + 1)
    expect(rows[6]).toBe(`8,"""=1+1"" is no probe number; say which with --probes",'=1+1,20,2026-05-01,0.2`)
    expect(rows[7]).toMatch(/,'@x,20,2026-05-01,'=2\*3$/)
    expect(rows.flatMap((row) => row.split(',')).filter((cell) => /^"?[=+@-]/.test(cell))).toEqual([])
  })

  it("are counted if a station's name looks like a formula but has a number", async () => {
    const { load, write, stored } = await importDesk()
    await load(await write('f.csv', 'probe,depth,time,value\n=1+1,20,2026-05-01,0.2\n'), '--probes', '=1+1=4')
    expect(await stored()).toMatchObject([{ probe: 4, value: 0.2 }])
  })
})

describe('a malformed line', () => {
  // planted fault that this caught: a stray quotation mark that swallowed every line after it
  it('spoils only itself', async () => {
    const { load, write } = await importDesk()
    const rows = Array.from({ length: 40 }, (_, i) => `1,20,2026-05-01T10:${10 + i}:00Z,0.2,"dry, they say"`)
    rows[10] = '1,20,"2026-05-01T10:20:00Z,0.2,dry'
    rows[20] = `1,20,2026-05-01T10:30:00Z,0.2,${'x'.repeat(300_000)}`
    rows[30] = '1,20,2026-05-01T10:40:00Z,0.2,12" probe'
    const { printed } = await load(
      await write('q.csv', ['probe,depth,time,value,remark', ...rows].join('\r\n')),
    )
    expect(printed.slice(2)).toEqual([
      'left out: remark: its name says nothing that is known here',
      'Home: 38 readings of 1 probes in 38 lines, 2026-05-01 to 2026-05-01 UTC',
      'stored 38, already known 0, kept as invalid 0, empty cells 0',
      'refused 2:',
      '  line 12: the quotation marks of this line do not close',
      '  line 22: longer than 64 KiB',
    ])
  })

  it('is handled in the other encoding of spreadsheets', async () => {
    const { load, write, stored } = await importDesk()
    const text = '\uFEFFprobe\tdepth\ttime\tvalue\r\n1\t20\t2026-05-01\t0.2\r\n'
    await load(await write('u.txt', Buffer.from(text, 'utf16le')))
    expect(await stored()).toMatchObject([{ probe: 1, value: 0.2 }])
  })
})

describe('a long file', () => {
  it('is stored in batches, with progress', async () => {
    const { load, write } = await importDesk()
    const lines = Array.from(
      { length: 120_001 },
      (_, i) => `${i % 40},20,${new Date(1.7e12 + i * 60_000).toISOString()},0.2`,
    )
    const file = await write(
      'many.tsv',
      ['probe,depth,time,value', ...lines].join('\n').replaceAll(',', '\t'),
    )
    const { printed } = await load(file)
    expect(printed[0]).toMatch(/^\d0 %, 1\d{5} lines$/)
    expect(printed.at(-1)).toBe('stored 120001, already known 0, kept as invalid 0, empty cells 0')
  }, 120_000)
})

describe('a required option', () => {
  const LONG = 'probe,depth,time,value\n'

  it('is asked for if the file, the system or a column does not exist', async () => {
    const { load, run, write } = await importDesk()
    const file = await write('w.csv', WIDE)
    await expect(load('none.csv')).rejects.toThrow('none.csv cannot be opened')
    await expect(load('.')).rejects.toThrow(/ cannot be opened$/)
    await expect(run('readings import', file, '--system', 'Away', '--depths', 'vw30=30')).rejects.toThrow(
      'no system is called "Away"',
    )
    await expect(load(file)).rejects.toThrow(
      'depth: say with --depth which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has station, date, vw30, vw60',
    )
    await expect(load(file, '--depths', 'vw45=45')).rejects.toThrow('there is no column "vw45"')
    await expect(load(file, '--depths', 'vw30=30', '--time-zone', 'Mars')).rejects.toThrow(
      '--time-zone: "Mars" is no time zone; it has a name such as America/Edmonton',
    )
  })

  const guesses: [rows: string, args: string[], sentence: string][] = [
    [
      '1,20,03/04/2026 10:00,0.2',
      [],
      'date order: "03/04/2026 10:00" can be read in more than one way; say with --date-order whether it is DMY, MDY or YMD',
    ],
    [
      '1,20,25/04/2026,0.2\n1,20,04/25/2026,0.2',
      [],
      'date order: "25/04/2026" can be read in more than one way',
    ],
    ['1,20,25/04/26,0.2', [], 'date order: "25/04/26" can be read in more than one way'],
    [
      '1,20,2026-05-01,23.5\n1,20,2026-05-02,31',
      [],
      'unit: the figures run from 23.5 to 31, which is no water content in m3/m3; say with --unit which it is: m3/m3, %, mm/m, mm/10cm, in/ft',
    ],
    [
      '1,20,2026-05-01,0.2\n1,20,2026-05-02,"0,3"',
      [],
      'decimal: figures with a point and figures with a comma stand in the file',
    ],
    [
      '1,20,2026-05-01,0.2',
      ['--unit', 'cb'],
      '--unit: "cb" is not known; it is one of m3/m3, %, mm/m, mm/10cm, in/ft',
    ],
    ['1,20,2026-05-01,0.2', ['--date-order', 'YDM'], '--date-order: DMY, MDY or YMD'],
    ['1,20,2026-05-01,0.2', ['--delimiter', '::'], '--delimiter: one character'],
    ['1,20,2026-05-01,0.2', ['--probes', 'A=1.5'], 'a probe number is digits'],
  ]
  it('is asked for rather than guessed', async () => {
    const { load, write, stored } = await importDesk()
    for (const [rows, args, sentence] of guesses)
      await expect(load(await write('u.csv', LONG + rows), ...args), `of ${rows}`).rejects.toThrow(sentence)
    expect(await stored()).toEqual([])
  })

  it.each([
    [
      'VWC [kPa]',
      '25',
      'unit: the column "VWC [kPa]" is in kPa, which is no unit of water content known here',
    ],
    [
      'VWC (%)',
      '0.2',
      'unit: the column says %, but its figures run from 0.2 to 0.2; say with --unit which it is',
    ],
  ])(
    'is asked for when the name of a column and its figures disagree: %s',
    async (name, figure, sentence) => {
      const { load, write } = await importDesk()
      const file = await write('n.csv', `probe,depth,time,${name}\n1,20,2026-05-01,${figure}\n`)
      await expect(load(file)).rejects.toThrow(sentence)
    },
  )

  it('takes effect', async () => {
    const { load, write, stored } = await importDesk()
    const file = await write('o.csv', `${LONG}1,20,03/04/2026,235\n`)
    await load(file, '--date-order', 'DMY', '--unit', 'mm/m', '--time-zone', 'UTC')
    expect(await stored()).toMatchObject([{ at: new Date('2026-04-03T00:00:00Z'), value: 0.235 }])
  })

  it('is not asked for if the file is not text', async () => {
    const { load, write } = await importDesk()
    await expect(load(await write('a.csv', Buffer.from('PK\u0003\u0004xl/')))).rejects.toThrow(
      'this is a workbook or an archive; save the sheet as CSV and import that',
    )
    await expect(load(await write('b.csv', Buffer.from([1, 0, 2, 0])))).rejects.toThrow(
      'this is no text file',
    )
    await expect(load(await write('c.csv', ''))).rejects.toThrow(
      'station: say with --station which column it is',
    )
  })
})
