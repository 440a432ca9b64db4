/** The whole server on one database: every feature registered explicitly, in order. */
import { createAccounts } from './accounts/accounts.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { type AlertCheck, createAlertCheck } from './alerts/alert-check.ts'
import { createAlertChoices } from './alerts/alert-choices.service.ts'
import { createAlertSending } from './alerts/sending.ts'
import { createPush } from './alerts/push.ts'
import { createAlerts } from './alerts/alerts.service.ts'
import { alertChoiceRoutes, alertRoutes } from './alerts/alerts.routes.ts'
import { createBalances } from './balance/balance.service.ts'
import { balanceRoutes } from './balance/balance.routes.ts'
import { createBalanceWork } from './balance/balances.ts'
import { createCrops } from './crops/crops.service.ts'
import { cropRoutes } from './crops/crops.routes.ts'
import type { Devices } from './devices/device-link.ts'
import { brokerHookRoutes } from './devices/broker/broker-hook.routes.ts'
import { createDevices } from './devices/devices.ts'
import { createRetention } from './devices/retention.ts'
import { createDemo } from './demo/demo.ts'
import { demoWeather } from './demo/demo-weather.ts'
import { createGeofences } from './geofences/geofences.service.ts'
import { geofenceRoutes } from './geofences/geofences.routes.ts'
import { healthRoutes } from './kit/health.ts'
import { graphObjects } from './graphs/pictures.service.ts'
import { createObjectSweep } from './installation/object-sweep.ts'
import { createGraphs } from './graphs/graphs.service.ts'
import { graphRoutes } from './graphs/graphs.routes.ts'
import { createHttp } from './kit/http-server.ts'
import type { Http } from './kit/http.ts'
import type { Kit, Part } from './installation/kit.ts'
import { listenProblem } from './kit/listen-problem.ts'
import { servePages, serveSecurityContact } from './kit/pages.ts'
import { metricsRoutes } from './kit/metrics/metrics.routes.ts'
import { measureJobs } from './jobs/jobs.ts'
import { createLive } from './live/live.service.ts'
import { liveRoutes } from './live/live.routes.ts'
import { createHistoricMaps, weekObjects } from './maps/weeks/historic-maps.service.ts'
import { createMapGrids } from './maps/grids/map-grids.service.ts'
import { mapGridRoutes } from './maps/grids/map-grids.routes.ts'
import { createMaps, liveMapObjects } from './maps/live/live-maps.ts'
import { mapRoutes } from './maps/maps.routes.ts'
import { createPumps } from './pumps/pumps.service.ts'
import { pumpRoutes } from './pumps/pumps.routes.ts'
import { createSeasons } from './seasons/seasons.service.ts'
import { seasonRoutes } from './seasons/seasons.routes.ts'
import { createPainter } from './maps/picture/painter.ts'
import { createSurfaces } from './maps/surfaces/surfaces.ts'
import { watchFinishes } from './passes/finish-watch.ts'
import { passRoutes } from './passes/passes.routes.ts'
import { createPasses } from './passes/passes.service.ts'
import { createPrescriptionService } from './prescriptions/prescription-views.service.ts'
import { createPrescriptions } from './prescriptions/prescriptions.ts'
import { prescriptionRoutes, suspectRoutes } from './prescriptions/prescriptions.routes.ts'
import { createSuspects } from './prescriptions/suspects.service.ts'
import { createProbes } from './probes/probes.service.ts'
import { probeRoutes, sensorRoutes } from './probes/probes.routes.ts'
import { createSensors } from './probes/sensors.service.ts'
import { actRoutes, connectRoutes, transferRoutes } from './provider/acts/acts.routes.ts'
import { createConnecting } from './provider/acts/connect.service.ts'
import { createSystemActs } from './provider/acts/system-acts.service.ts'
import { createTransfers } from './provider/acts/transfers.service.ts'
import { deskRoutes } from './provider/desk/desk.routes.ts'
import { createDesk } from './provider/desk/desk.service.ts'
import { peopleRoutes } from './provider/people/people.routes.ts'
import { createDeskPeople } from './provider/people/people.service.ts'
import { supportRoutes } from './provider/support/support.routes.ts'
import { createSupport } from './provider/support/support.service.ts'
import {
  liveFieldsRoutes,
  providerRoutes,
  readingsFileRoutes,
  readingsImportRoutes,
} from './provider/provider.routes.ts'
import { createLiveFields } from './provider/live-fields.service.ts'
import { createReadings } from './readings/readings.service.ts'
import { lorawanRoutes, readingRoutes } from './readings/webhooks/ingest.routes.ts'
import { createReadingsPartitions } from './readings/readings-partitions.ts'
import { setUpReactions } from './reactions.ts'
import { createSoilZones } from './soil-zones/soil-zones.service.ts'
import { soilZoneRoutes } from './soil-zones/soil-zones.routes.ts'
import { createWeatherFiles } from './weather/import/weather-files.service.ts'
import { weatherFileRoutes } from './weather/import/weather-files.routes.ts'
import { createWeatherFetching } from './weather/fetching/weather-fetching.ts'
import { weatherServices } from './weather/fetching/weather-services.ts'
import { createWeather } from './weather/weather.service.ts'
import { weatherRoutes } from './weather/weather.routes.ts'
import { createSystems } from './systems/systems.service.ts'
import { createMembers } from './systems/members.service.ts'
import { memberRoutes } from './systems/members.routes.ts'
import { systemsRoutes } from './systems/systems.routes.ts'

export interface App {
  http: Http
  devices: Devices
  alerts: AlertCheck
  /** Starts every part and listens; resolves with the address. */
  start(): Promise<string>
  /** Lines for the terminal after the one with the address. */
  welcome(): string[]
  /** Drains: accepts no new requests, answers the running ones, then stops every part. */
  stop(): Promise<void>
}

export interface AppOptions {
  /** With the demonstration farm. */
  demo?: boolean
}

export async function createApp(kit: Kit, { demo = false }: AppOptions = {}): Promise<App> {
  setUpReactions(kit)
  const http = await createHttp(kit.config, kit.log)

  const { metricsToken: token, trustProxy } = kit.config
  metricsRoutes(http, kit.metrics, { token, trustsProxy: trustProxy !== null })
  measureJobs(kit.metrics, kit.database)

  const accounts = createAccounts(kit)
  accountRoutes(http, kit, accounts)
  const devices = createDevices(kit)
  if (kit.config.brokerHook)
    brokerHookRoutes(http, {
      ...kit.config.brokerHook,
      authenticate: devices.authenticateDevice,
      identify: devices.identifyDevice,
    })
  const readings = createReadings(kit)
  devices.onReadings(async (controllerId, document) => {
    await readings.store(controllerId, document.readings)
  })
  readingRoutes(http, readings, devices)
  lorawanRoutes(http, kit, readings, devices)
  const upkeep = createReadingsPartitions(kit)
  const prescriptions = createPrescriptions(kit, devices)
  const systems = createSystems(kit, devices, prescriptions.publisher)
  systemsRoutes(http, systems, accounts.guard)
  memberRoutes(http, createMembers(kit), accounts.guard)
  const geofences = createGeofences(kit)
  geofenceRoutes(http, geofences, accounts.guard)
  const soilZones = createSoilZones(kit)
  soilZoneRoutes(http, soilZones, accounts.guard)
  const probes = createProbes(kit)
  probeRoutes(http, probes, accounts.guard)
  sensorRoutes(http, createSensors(kit), accounts.guard)
  const shown = createPrescriptionService(kit)
  prescriptionRoutes(http, shown, accounts.guard)
  suspectRoutes(http, createSuspects(kit), accounts.guard)
  watchFinishes(kit, prescriptions.publisher)
  passRoutes(http, createPasses(kit, { settings: systems.settings, prescriptions: shown }), accounts.guard)
  pumpRoutes(http, createPumps(kit, devices), accounts.guard)
  seasonRoutes(http, createSeasons(kit), accounts.guard)
  alertRoutes(http, createAlerts(kit), accounts.guard)
  const push = createPush(kit)
  alertChoiceRoutes(http, createAlertChoices(kit, push), accounts.guard)
  const alerts = createAlertCheck(kit, createAlertSending(kit, push).decide)
  const crops = createCrops(kit)
  cropRoutes(http, crops, accounts.guard)
  balanceRoutes(http, createBalances(kit), accounts.guard)
  const balances = createBalanceWork(kit)
  const weatherSources = weatherServices(kit.config.weatherServices)
  if (demo && kit.config.weatherServices.weather === null) weatherSources.push(demoWeather())
  weatherRoutes(http, createWeather(kit, weatherSources), accounts.guard)
  weatherFileRoutes(http, createWeatherFiles(kit), accounts.guard)
  const weather = createWeatherFetching(kit, weatherSources)
  const surfaces = createSurfaces({ cacheBytes: kit.config.surfaceCacheBytes })
  const painter = createPainter()
  const threads = { surfaces, painter }
  const pictures = { maps: createMaps(kit, threads), historic: createHistoricMaps(kit, threads) }
  graphRoutes(http, createGraphs(kit), accounts.guard)
  mapRoutes(http, pictures, accounts.guard)
  mapGridRoutes(http, createMapGrids(kit, surfaces), accounts.guard)
  const live = createLive(kit, systems)
  liveRoutes(http, live, accounts.guard)
  providerRoutes(http, kit, accounts.guard)
  readingsImportRoutes(http, kit, readings, accounts.guard)
  readingsFileRoutes(http, kit, readings, accounts.guard)
  liveFieldsRoutes(http, createLiveFields(kit, readings), accounts.guard)
  deskRoutes(http, createDesk(kit), accounts.guard)
  connectRoutes(http, createConnecting(kit), accounts.guard)
  const transfers = createTransfers(kit)
  actRoutes(http, createSystemActs(kit), transfers, accounts.guard)
  transferRoutes(http, transfers, accounts.guard)
  peopleRoutes(http, createDeskPeople(kit), accounts.guard)
  supportRoutes(http, { support: createSupport(kit, accounts.tokens), ...accounts })

  healthRoutes(http, {
    database: () => kit.database.ready(),
    broker: () => devices.brokerReady(),
    publications: () => devices.publicationsReady(),
    listening: () => kit.events.ready(),
  })
  serveSecurityContact(http, kit.config, kit.clock)
  await servePages(http, kit.config)

  // messages of devices may enqueue jobs, so jobs stop last
  const farm = demo
    ? createDemo(kit, { accounts, crops, devices, geofences, probes, soilZones, systems })
    : null
  const drawing: Part = { stop: async () => void (await Promise.all([surfaces.close(), painter.close()])) }
  const parts: Part[] = [
    kit.metrics,
    drawing,
    balances,
    kit.events,
    upkeep,
    createRetention(kit),
    createObjectSweep(kit, [graphObjects, liveMapObjects, weekObjects]),
    weather,
    kit.jobs,
    devices,
    live,
    ...(kit.config.alerts ? [alerts] : []),
    ...(farm ? [farm] : []),
  ]

  return {
    http,
    devices,
    alerts,
    welcome: () => [
      // nobody else can know the port
      ...(kit.config.mqttUrl === null && kit.config.mqttPort === 0
        ? [`  machines connect to ${devices.mqttUrl}`]
        : []),
      ...(farm?.welcome() ?? []),
    ],
    async start() {
      for (const part of parts) await part.start?.()
      const { host, port } = kit.config
      const address = await http.listen({ host, port }).catch((error: unknown) => {
        throw listenProblem(error, { host }, { port, variable: 'PORT' })
      })
      kit.site.url ||= address
      return address
    },
    async stop() {
      await http.close()
      for (const part of parts.toReversed()) await part.stop?.()
      await kit.database.close()
    },
  }
}
