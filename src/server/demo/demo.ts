/** The demonstration farm, created through the same rules as a customer's; only `npm run demo` uses it. */
import path from 'node:path'
import { randomInt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { User } from '../../contract/accounts/accounts.ts'
import type { PlacedProbe } from '../../contract/probes.ts'
import type { SystemInput } from '../../contract/systems.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Crops } from '../crops/crops.service.ts'
import type { Devices } from '../devices/device-link.ts'
import type { Geofences } from '../geofences/geofences.service.ts'
import type { Kit, Part } from '../installation/kit.ts'
import { dayReader } from '../readings/zone-days.ts'
import type { Probes } from '../probes/probes.service.ts'
import { createProvider } from '../provider/provider.service.ts'
import type { SoilZones } from '../soil-zones/soil-zones.service.ts'
import type { Systems } from '../systems/systems.service.ts'
import {
  DEMO_CUSTOMER,
  DEMO_FIELDS,
  DEMO_PROVIDER,
  DEMO_TIME_ZONE,
  type DemoField,
  demoGeofences,
  demoProbes,
  demoSoilZones,
} from './demo-farm.ts'
import { type RunningMachine, startMachine } from './demo-machines.ts'

/** Half a growing season. */
const HISTORY_MS = 75 * 86_400_000

export interface DemoDeps {
  accounts: Pick<Accounts, 'findByEmail' | 'openAccount'>
  crops: Pick<Crops, 'setCrop'>
  devices: Pick<Devices, 'mqttUrl'>
  geofences: Pick<Geofences, 'save'>
  probes: Pick<Probes, 'save'>
  soilZones: Pick<SoilZones, 'save'>
  systems: Pick<Systems, 'settings'>
}

export interface Demo extends Part {
  /** Sign-in details, for the person at the terminal. */
  welcome(): string[]
}

export function createDemo(
  kit: Kit,
  { accounts, crops, devices, geofences, probes, soilZones, systems }: DemoDeps,
): Demo {
  const provider = createProvider(kit)
  const machines: RunningMachine[] = []
  let notes: DemoNotes | undefined

  async function account(person: { name: string; email: string }, password: string): Promise<User> {
    return (
      (await accounts.findByEmail(kit.database.reader, person.email)) ??
      accounts.openAccount({ ...person, password })
    )
  }

  async function makeFarm(demoNotes: DemoNotes): Promise<User> {
    const customer = await account(DEMO_CUSTOMER, demoNotes.password)
    await account(DEMO_PROVIDER, demoNotes.password)
    await provider.grant(DEMO_PROVIDER.email)
    // the password is stored before the first machine is, or a kill in between would lose it
    await keepNotes(kit.config.dataDir, demoNotes)
    for (const field of DEMO_FIELDS) {
      if (demoNotes.machines.some(({ system }) => system === field.system)) continue
      demoNotes.machines.push(await provider.connect(connectionOf(field)))
      await keepNotes(kit.config.dataDir, demoNotes)
      const places = demoProbes(field).map(({ lat, lng, number }): PlacedProbe => [lat, lng, String(number)])
      await probes.save(customer.id, { fieldName: field.fieldName, probes: places })
      for (const geofence of demoGeofences(field))
        await geofences.save(customer.id, { system: field.system }, geofence)
      for (const soilZone of demoSoilZones(field))
        await soilZones.save(customer.id, { system: field.system }, soilZone)
      const planted = dayReader(DEMO_TIME_ZONE)(new Date(kit.clock.now().getTime() - HISTORY_MS))
      const crop = { crop: field.crop, started_on: planted, stages_by: 'days' }
      await crops.setCrop(customer, { system: field.system }, crop)
    }
    return customer
  }

  function startMachines(demoNotes: DemoNotes, customer: User): void {
    for (const field of DEMO_FIELDS) {
      const machine = demoNotes.machines.find(({ system }) => system === field.system)
      if (!machine) continue
      const fresh = !demoNotes.historySent.includes(field.system)
      const running = startMachine(field, machine, {
        mqttUrl: devices.mqttUrl,
        stateFile: path.join(kit.config.dataDir, `machine-${field.firstProbe}.json`),
        historyFrom: fresh ? new Date(kit.clock.now().getTime() - HISTORY_MS) : null,
        log: kit.log,
      })
      machines.push(running)
      if (!fresh) continue
      // a setting sent before the soil is known would be recomputed only a minute later
      void running.newestSent.then(() => setOnce(customer, field)).catch(warn)
      void running.historySent.then(() => noteHistory(demoNotes, field)).catch(warn)
    }
  }

  /** Also if the server was killed before it was noted. */
  async function setOnce(customer: User, field: DemoField): Promise<void> {
    const key = `demonstration-${field.firstProbe}`
    await systems.settings.take(customer, settingsFor(field), { 'idempotency-key': key })
  }

  async function noteHistory(demoNotes: DemoNotes, { system }: DemoField): Promise<void> {
    demoNotes.historySent.push(system)
    await keepNotes(kit.config.dataDir, demoNotes)
  }

  const warn = (error: unknown) => kit.log.warn({ err: error }, 'demonstration')

  return {
    async start() {
      notes = await readNotes(kit.config.dataDir)
      startMachines(notes, await makeFarm(notes))
    },
    async stop() {
      await Promise.all(machines.map((machine) => machine.stop()))
    },
    welcome: () => [
      `  as the farmer:   ${DEMO_CUSTOMER.email}   ${notes?.password ?? ''}`,
      `  as the provider: ${DEMO_PROVIDER.email}   ${notes?.password ?? ''}`,
    ],
  }
}

function connectionOf(field: DemoField) {
  return {
    owner: DEMO_CUSTOMER.email,
    name: field.system,
    latitude: field.pivot.lat,
    longitude: field.pivot.lng,
    towerRadiiM: field.towerRadiiM,
    overhangM: field.overhangM,
    timeZone: DEMO_TIME_ZONE,
    flowGpm: field.flowGpm,
    speed100MMin: field.speed100MMin,
    arc: field.arc,
    texture: field.texture,
  }
}

function settingsFor({ system, settings }: DemoField): SystemInput {
  return {
    system_name: system,
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: settings.rateIn,
    root_depth: settings.rootIn,
    target_moisture: settings.targetPercent,
    towers: { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false },
  }
}

const credential = z.object({ id: z.string(), secret: z.string() })
const notes = z.object({
  password: z.string(),
  machines: z.array(z.object({ system: z.string(), controller: credential, gateway: credential })),
  /** Systems whose history was sent completely. */
  historySent: z.array(z.string()),
})
type DemoNotes = z.infer<typeof notes>

const WORDS = [
  'heron',
  'coulee',
  'stubble',
  'gravel',
  'willow',
  'swather',
  'chinook',
  'alfalfa',
  'slough',
  'barley',
]

/** A separate password for each data folder, short enough to type on a phone. */
function newPassword(): string {
  const word = () => WORDS[randomInt(WORDS.length)]
  return `${word()}-${word()}-${randomInt(1000, 10_000)}`
}

/** Reads the notes, or starts new ones. */
async function readNotes(dataDir: string): Promise<DemoNotes> {
  const text = await readFile(path.join(dataDir, 'demo.json'), 'utf8').catch(() => null)
  return text ? notes.parse(JSON.parse(text)) : { password: newPassword(), machines: [], historySent: [] }
}

async function keepNotes(dataDir: string, notes: DemoNotes): Promise<void> {
  const file = path.join(dataDir, 'demo.json')
  await writeFile(`${file}.part`, JSON.stringify(notes, null, 2), { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}
