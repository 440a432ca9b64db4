/** A station's file sent to the real server, or imported by the command: previewed, stored, merged, used before the model, removed. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { memberPaths } from '#contract/accounts/members.ts'
import { weather, weatherFilePath, weatherFileReport, weatherPath } from '#contract/weather.ts'
import { farm, providerOf, signedUpUser } from '../../testing/factories.ts'
import { dayAfter, dayReader } from '../../readings/zone-days.ts'
import type { SignedIn } from '../../testing/accounts.ts'
import type { CommandInput } from '../../installation/command.ts'
import { weatherCommands } from './weather.commands.ts'

const NAME = 'North Quarter'

async function withFarm() {
  const setup = await farm()
  const { built, owner } = setup
  const today = dayReader('America/Edmonton')(built.clock.now())
  const send = async (text: string, query: Record<string, string> = {}, as: SignedIn = owner) => {
    const answer = await fetch(built.url + weatherFilePath({ system: NAME, ...query }), {
      method: 'POST',
      body: text,
      headers: { ...as.headers, 'content-type': 'text/csv' },
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const seen = async () => weather.parse((await built.call(weatherPath(NAME), owner)).body)
  const dayOf = async (back: number) => (await seen()).days.find(({ day }) => day === dayAfter(today, -back))
  return { ...setup, today, send, seen, dayOf }
}

const line = (day: string, rest: string) => `${day},${rest}\n`

describe('a station’s file', () => {
  it('is previewed, then stored, and counts as the nearest station', async () => {
    const setup = await withFarm()
    const days = [3, 2, 1].map((back) => dayAfter(setup.today, -back))
    const text = `Date,Tmax C,Tmin C,RHmax,RHmin,Wind m/s,Solar MJ/m2,Rain mm\n${days.map((day) => line(day, '26,12,90,40,3,22,24')).join('')}`
    const previewed = weatherFileReport.parse((await setup.send(text, { preview: 'true' })).body)
    expect(previewed).toMatchObject({
      preview: true,
      lines: 3,
      days: 3,
      rain_days: 3,
      measured_et_days: 3,
      refused: 0,
    })
    expect(previewed.first_days[0]).toMatchObject({ day: days[0], rain_mm: 24, max_c: 26 })
    expect(await setup.seen()).toMatchObject({ file: null })
    const stored = weatherFileReport.parse((await setup.send(text, { name: 'Yard' })).body)
    expect(stored).toMatchObject({ preview: false, days: 3, first: days[0], last: days[2] })
    expect(await setup.seen()).toMatchObject({
      file: { name: 'Yard', days: 3, first: days[0], last: days[2] },
    })
    expect(await setup.dayOf(1)).toMatchObject({
      et_certainty: 'measured',
      et_source: 'file',
      max_c: 26,
      rain: { used: 'station', used_mm: 24, station: { name: 'Yard', km: null } },
    })
  })

  it('adds what an earlier one did not have, and replaces what both have', async () => {
    const setup = await withFarm()
    const day = dayAfter(setup.today, -1)
    await setup.send(`Date,Rain mm\n${line(day, '24')}`)
    await setup.send(`Date,Tmax C,Tmin C\n${line(day, '26,12')}`)
    expect(await setup.dayOf(1)).toMatchObject({ max_c: 26, rain: { used_mm: 24 } })
    await setup.send(`Date,Rain mm\n${line(day, '21')}`)
    expect(await setup.dayOf(1)).toMatchObject({ max_c: 26, et_method: 'hargreaves', rain: { used_mm: 21 } })
  })

  it('can be removed with all its days, and both are audited with the user', async () => {
    const setup = await withFarm()
    await setup.send(`Date,Rain mm\n${line(dayAfter(setup.today, -1), '24')}`)
    const gone = await setup.built.call(weatherFilePath({ system: NAME }), {
      method: 'DELETE',
      headers: setup.owner.headers,
    })
    expect(gone.status).toBe(204)
    expect(await setup.seen()).toMatchObject({ file: null })
    expect((await setup.dayOf(1))?.rain).toMatchObject({ used: null, station_mm: null })
    const { rows } = await sql<{ action: string; outcome: string }>`
      select action, outcome from audit where action like 'weather %' order by id`.execute(
      setup.built.kit.database.reader,
    )
    expect(rows).toEqual([
      { action: 'weather import', outcome: 'accepted' },
      { action: 'weather remove', outcome: 'accepted' },
    ])
  })

  it('is asked about if it is ambiguous, by the parameter that answers it', async () => {
    const setup = await withFarm()
    const text = `Date,Rain\n${line(dayAfter(setup.today, -1), '1')}`
    const answer = await setup.send(text)
    expect(answer).toMatchObject({ status: 400, body: { code: 'import_unclear' } })
    expect(answer.body).toMatchObject({
      message:
        'units: the column "Rain" does not say its unit; say with units which it is: rain=mm, rain=cm, rain=in',
    })
    expect((await setup.send(text, { units: 'rain=in' })).status).toBe(200)
    expect((await setup.dayOf(1))?.rain.used_mm).toBeCloseTo(25.4, 6)
    const odd: Record<string, string>[] = [
      { units: 'rain' },
      { wind_height: '0' },
      { stamp: 'noon' },
      { columns: 'x=y' },
    ]
    for (const query of odd)
      expect(await setup.send(text, query)).toMatchObject({ status: 400, body: { code: 'import_unclear' } })
  })

  it('is accepted from owners, operators and the provider, and from nobody else', async () => {
    const setup = await withFarm()
    const text = `Date,Rain mm\n${line(dayAfter(setup.today, -1), '24')}`
    const [viewer, stranger, provider] = [
      await signedUpUser(setup.built),
      await signedUpUser(setup.built),
      await signedUpUser(setup.built),
    ]
    await setup.built.call(`${memberPaths.list}?system=${encodeURIComponent(NAME)}`, {
      json: { email: viewer.email, role: 'viewer' },
      headers: setup.owner.headers,
    })
    await providerOf(setup.built).grant(provider.email)
    expect((await setup.send(text, {}, viewer)).status).toBe(403)
    expect((await setup.send(text, {}, stranger)).status).toBe(404)
    expect((await setup.send(text, {}, provider)).status).toBe(200)
    const large = await setup.send(`${text}${' '.repeat(4 * 1024 ** 2)}`)
    expect(large).toMatchObject({ status: 413, body: { code: 'weather_file_too_large' } })
  })
})

describe('headgate weather import', () => {
  it('shows how a file is interpreted, and stores it unless it is a dry run', async () => {
    const setup = await withFarm()
    const file = path.join(setup.built.dataDir, 'yard.csv')
    const day = dayAfter(setup.today, -1)
    await writeFile(file, `Date,Rain (mm)\n${line(day, '24')}${line('nonsense', '1')}`)
    const run = async (values: CommandInput['values']) => {
      const printed: string[] = []
      const [command] = weatherCommands
      const code = await command?.run({
        positionals: [file],
        values: { system: NAME, ...values },
        open: () => Promise.resolve(setup.built.kit),
        print: (text) => printed.push(text),
        warn: () => undefined,
      })
      return { code, printed }
    }
    expect(await run({ 'dry-run': true })).toEqual({
      code: 0,
      printed: [
        'columns parted by comma, names in line 1: time from "Date", rain in mm from "Rain (mm)"',
        'one line a day, for the day that it names; times of America/Edmonton',
        'the first days, as understood:',
        `  ${day}: rain 24.0 mm`,
        `${NAME}: 1 days in 2 lines, ${day} to ${day}`,
        'rain of 1 days, reference ET of 0, for 0 of them all was measured',
        'left out 1:',
        '  line 3: "nonsense" is not a time',
        'dry run: nothing was stored',
      ],
    })
    expect((await setup.seen()).file).toBeNull()
    expect((await run({ name: 'Yard' })).printed.at(-1)).toBe('  line 3: "nonsense" is not a time')
    expect((await setup.dayOf(1))?.rain).toMatchObject({
      used: 'station',
      used_mm: 24,
      station: { name: 'Yard' },
    })
    await expect(run({ units: 'rain=furlongs' })).rejects.toThrow('"furlongs" is no unit of rain')
    await expect(run({ system: 'Nobody' })).rejects.toThrow('no system is called "Nobody"')
  })
})
