/** `readings import` on real files: wide and long, every delimiter, dry runs and refused lines. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../testing/build.ts'
import { systemClock } from '../kit/clock.ts'
import { readCommandLine } from '../kit/command.ts'
import { readConfig } from '../kit/config.ts'
import { openKit } from '../kit/kit-opening.ts'
import { createLog } from '../kit/log.ts'
import { readingCommands } from './readings.commands.ts'
import { createReadings } from './readings.ts'

async function open() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const kit = await openKit(config, createLog(config), systemClock, await emptyDatabase())
  onTestFinished(() => kit.database.close())
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-import-'))
  const [command] = readingCommands({
    readings: createReadings,
    findSystem: async (_, name) =>
      name === 'Home' ? { controllerId: 3, timeZone: 'America/Winnipeg' } : undefined,
  })
  if (!command) throw new Error('no command')
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const run = async (...args: string[]) => {
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const code = await command.run({ ...readCommandLine(command, args), open: async () => kit, print })
    return { code, printed }
  }
  const stored = async () => {
    const { rows } = await sql`
      select probe, depth_cm, at, value, invalid from readings order by 1, 2, 3`.execute(kit.database.reader)
    return rows
  }
  return { run, write, stored }
}

const WIDE = 'station,date,vw30,vw60\nA,2026-05-01,0.278,NA\nB,2026-05-01,0.3,0.9\n'

describe('readings import', () => {
  it('takes a wide file with a map of columns and stations, in the time zone of the system', async () => {
    const { run, write, stored } = await open()
    const args = [
      await write('wide.csv', WIDE),
      '--system',
      'Home',
      '--depths',
      'vw30=30,vw60=60',
      '--probes',
      'A=1,B=2',
    ]
    expect(await run(...args, '--dry-run')).toEqual({
      code: 0,
      printed: [
        'Home: 3 readings of 2 probes in 2 lines, 2026-05-01 to 2026-05-01 UTC',
        'would store 2, already known 0, kept as invalid 1, empty cells 1',
        'dry run: nothing was stored',
      ],
    })
    expect(await stored()).toEqual([])
    expect((await run(...args)).printed[1]).toBe(
      'stored 2, already known 0, kept as invalid 1, empty cells 1',
    )
    const at = new Date('2026-05-01T05:00:00Z')
    expect(await stored()).toEqual([
      { probe: 1, depth_cm: 30, at, value: 0.278, invalid: null },
      { probe: 2, depth_cm: 30, at, value: 0.3, invalid: null },
      { probe: 2, depth_cm: 60, at, value: 0.9, invalid: 'value_out_of_range' },
    ])
    expect((await run(...args)).printed[1]).toBe(
      'stored 0, already known 2, kept as invalid 1, empty cells 1',
    )
  })

  it('takes a long file by the names of its columns, and tells the delimiter by itself', async () => {
    const { run, write, stored } = await open()
    const file = await write(
      'long.csv',
      '\uFEFF"Probe";"Depth cm; of the sensor";"depth_cm";"Time";"Value"\r\n007;x;"20";2026-05-01T10:00:00Z;"0,21"\r\n',
    )
    expect((await run(file, '--system', 'Home')).code).toBe(0)
    expect(await stored()).toEqual([
      { probe: 7, depth_cm: 20, at: new Date('2026-05-01T10:00:00Z'), value: 0.21, invalid: null },
    ])
  })

  it('takes the numbers of stations from a file', async () => {
    const { run, write, stored } = await open()
    const map = await write('map.csv', 'station,number\n"A",11\n"B",12\n')
    await run(await write('w.csv', WIDE), '--system', 'Home', '--depths', 'vw30=30', '--probe-map', map)
    expect(await stored()).toMatchObject([{ probe: 11 }, { probe: 12 }])
  })

  it('names each line that it refuses and takes the others', async () => {
    const { run, write } = await open()
    const file = await write(
      'bad.csv',
      [
        'probe,depth,time,value',
        'x,20,2026-05-01,0.2',
        '1,deep,2026-05-01,0.2',
        '1,20,31/02/2026,0.2',
        '1,20',
        '1,20,2026-05-01,wet',
        '1,20cm,2026-05-01,0.2',
      ].join('\n'),
    )
    expect(await run(file, '--system', 'Home')).toEqual({
      code: 0,
      printed: [
        'Home: 1 readings of 1 probes in 6 lines, 2026-05-01 to 2026-05-01 UTC',
        'stored 1, already known 0, kept as invalid 0, empty cells 0',
        'refused 5:',
        '  line 2: "x" is no probe number; say which with --probes',
        '  line 3: "deep" is not a depth in cm',
        '  line 4: "31/02/2026" is not a time',
        '  line 5: "" is not a time',
        '  line 6: "wet" is not a number',
      ],
    })
  })

  it('stores batch after batch of a long file', async () => {
    const { run, write } = await open()
    const lines = Array.from(
      { length: 12_001 },
      (_, i) => `${i % 40},20,${new Date(1.75e12 + i * 60_000).toISOString()},0.2`,
    )
    const file = await write(
      'many.tsv',
      ['probe,depth,time,value', ...lines].join('\n').replaceAll(',', '\t'),
    )
    const { printed } = await run(file, '--system', 'Home')
    expect(printed[1]).toBe('stored 12001, already known 0, kept as invalid 0, empty cells 0')
  })

  it('says what to give when the file, the system or a column is not there', async () => {
    const { run, write } = await open()
    const file = await write('w.csv', WIDE)
    await expect(run('none.csv', '--system', 'Home')).rejects.toThrow('none.csv cannot be opened')
    await expect(run(file, '--system', 'Away')).rejects.toThrow('no system is called "Away"')
    await expect(run(file, '--system', 'Home')).rejects.toThrow(
      'depth: say with --depth which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has station, date, vw30, vw60',
    )
    await expect(run(file, '--system', 'Home', '--depths', 'vw45=45')).rejects.toThrow(
      'there is no column "vw45"',
    )
    await expect(run('x.db', '--system', 'Home')).rejects.toThrow(
      'SQLite files cannot be read in this version',
    )
  })
})
