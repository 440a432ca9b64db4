/** `headgate weather import`: imports a station's file into a system, after showing how it was interpreted. */
import { readFile } from 'node:fs/promises'
import type { WeatherFileReport } from '#contract/weather.ts'
import { type Command, type CommandInput, UsageError } from '../../installation/command.ts'
import { ImportUnclear } from '../../readings/import/import-unclear.ts'
import { systemById } from '../../systems/membership.store.ts'
import { findSystem } from '../../systems/systems.store.ts'
import { importWeatherFile } from './weather-files.service.ts'
import { type GivenFileOptions, WEATHER_FILE_OPTIONS } from './weather-options.ts'

const USUAL_NAME = 'your station'

export const weatherCommands: Command[] = [
  {
    name: 'weather import',
    words: ['FILE'],
    options: {
      system: { type: 'string', value: 'NAME', required: true },
      name: { type: 'string', value: 'STATION' },
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      ...Object.fromEntries(
        Object.entries(WEATHER_FILE_OPTIONS).map(([name, value]) => [
          name,
          { type: 'string' as const, value },
        ]),
      ),
    },
    run: runImport,
  },
]

async function runImport({ positionals, values, open, print }: CommandInput): Promise<number> {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const given: GivenFileOptions = (name) => text(name)
  const [file = ''] = positionals
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`${file} cannot be opened`)
  })
  const kit = await open()
  const name = text('system') ?? ''
  const found = await findSystem(kit.database.reader, name)
  if (!found) throw new UsageError(`no system is called "${name}"`)
  const system = await systemById(kit.database.reader, found.id)
  const dryRun = values['dry-run'] === true
  const order = { name: text('name')?.trim() || USUAL_NAME, given, dryRun, userId: null }
  try {
    const report = await importWeatherFile(kit, system, bytes, order)
    if (values['json'] === true) print(JSON.stringify({ system: name, ...report }))
    else for (const line of describe(name, report)) print(line)
    return report.days + report.hours > 0 ? 0 : 1
  } catch (error) {
    if (error instanceof ImportUnclear) throw new UsageError(error.message)
    throw error
  }
}

function describe(system: string, report: WeatherFileReport): string[] {
  const {
    preview,
    understood,
    first_days: firstDays,
    first,
    last,
    lines,
    hours,
    days,
    refused,
    refusals,
  } = report
  const span = first !== null && last !== null ? `, ${first} to ${last}` : ''
  return [
    ...understood,
    ...(firstDays.length > 0 ? ['the first days, as understood:', ...firstDays.map(dayLine)] : []),
    `${system}: ${days} days${hours > 0 ? ` of ${hours} hours` : ''} in ${lines} lines${span}`,
    `rain of ${report.rain_days} days, reference ET of ${report.et_days}, for ${report.measured_et_days} of them all was measured`,
    ...(refused > 0 ? [`left out ${refused}:`, ...refusals.map((reason) => `  ${reason}`)] : []),
    ...(refused > refusals.length ? [`  and ${refused - refusals.length} more`] : []),
    ...(preview ? ['dry run: nothing was stored'] : []),
  ]
}

function dayLine(day: WeatherFileReport['first_days'][number]): string {
  const parts = [
    ...(day.max_c === null || day.min_c === null
      ? []
      : [`${day.min_c.toFixed(1)} to ${day.max_c.toFixed(1)} °C`]),
    ...(day.rain_mm === null ? [] : [`rain ${day.rain_mm.toFixed(1)} mm`]),
    ...(day.wind_m_s === null ? [] : [`wind ${day.wind_m_s.toFixed(1)} m/s at 2 m`]),
    ...(day.radiation_mj === null ? [] : [`sun ${day.radiation_mj.toFixed(1)} MJ/m2`]),
    ...(day.reference_et_mm === null ? [] : [`reference ET ${day.reference_et_mm.toFixed(1)} mm`]),
  ]
  return `  ${day.day}: ${parts.length > 0 ? parts.join(', ') : 'nothing known'}`
}
