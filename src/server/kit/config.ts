/** Configuration by environment, read once at start; a wrong value names its variable and stops the start. */
import path from 'node:path'
import { z } from 'zod'
import type { Brand, Imagery } from '../../contract/site.ts'
import { PASSWORD_SERVER_MIN } from '../../contract/limits.ts'
import { parseDuration, parseRetention, type Retention } from './duration.ts'

/** Says in one line which variable is wrong and what it should be. */
export class ConfigError extends Error {
  constructor(variable: string, expectation: string) {
    super(`${variable}: ${expectation}`)
    this.name = 'ConfigError'
  }
}

const portText = 'a port number from 0 to 65535'
const port = z
  .string()
  .regex(/^\d{1,5}$/, portText)
  .transform(Number)
  .refine((number) => number <= 65_535, portText)

const durationText = 'a duration such as 15m, 12h or 14d'
const duration = z
  .string()
  .refine((text) => parseDuration(text) !== null, durationText)
  .transform((text) => parseDuration(text) ?? 0)

const retentionText = 'forever, or at least 30d, such as 400d or 5y'
const retention = z
  .string()
  .refine((text) => text === 'forever' || parseRetention(text) !== null, retentionText)
  .transform(parseRetention)

const lengthText = 'a number from 6 to 128'
const passwordLength = z
  .string()
  .regex(/^\d{1,3}$/, lengthText)
  .transform(Number)
  .refine((number) => number >= 6 && number <= 128, lengthText)

const cacheText = 'a number of megabytes from 0 to 4096'
const cacheMegabytes = z
  .string()
  .regex(/^\d{1,4}$/, cacheText)
  .transform(Number)
  .refine((number) => number <= 4096, cacheText)

/** Further hosts of a map style, set apart by spaces. */
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (given) => given.every((one) => /^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(one)),
    'origins as in https://tiles.example, set apart by spaces',
  )
/** Of the browsers that people use. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
]
const httpUrl = z.url({ protocol: /^https?$/, error: 'an http or https address' })
const filled = (expectation: string) => z.string().trim().min(1, expectation)
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'development, test or production')
    .default('development'),
  HOST: filled('a host name or address').default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: filled('a folder').default('./data'),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address such as postgres://user@host/name' })
    .optional(),
  MQTT_URL: z.url({ protocol: /^mqtts?$/, error: 'an address such as mqtt://host:1883' }).optional(),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_CERT: filled('a PEM file').optional(),
  MQTT_TLS_KEY: filled('a PEM file').optional(),
  MQTT_TLS_PORT: port.default(8883),
  OBJECT_STORE_URL: z.never('not available in this version; objects are files in DATA_DIR').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an address such as smtp://host:25' }).optional(),
  MAIL_FROM: z.string().includes('@', 'an e-mail address').default('Headgate <no-reply@localhost>'),
  JWT_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TRUST_PROXY: filled('addresses of proxies, or loopback').optional(),
  PASSWORD_MIN_LENGTH: passwordLength.default(PASSWORD_SERVER_MIN),
  ACCESS_TTL: duration.default(15 * 60_000),
  REFRESH_TTL: duration.default(14 * 86_400_000),
  READINGS_RETENTION: retention.default(null),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(' ')}`).default('info'),
  SURFACE_CACHE_MB: cacheMegabytes.default(192),
  PUSH_SERVICES: origins.default(PUSH_SERVICES),
  ALERTS: z.enum(['on', 'off'], 'on or off').default('on'),
  WEATHER_URL: httpUrl.optional(),
  WEATHER_ARCHIVE_URL: httpUrl.optional(),
  WEATHER_KEY: filled('the key of the weather service').optional(),
  ECCC_URL: httpUrl.optional(),
  RCC_ACIS_URL: httpUrl.optional(),
  MAP_SATELLITE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'an http or https address: tiles with {z}/{x}/{y}, a WMTS service, or a map style',
    })
    .optional(),
  MAP_ORIGINS: origins.default([]),
  MAP_ATTRIBUTION: z.string().max(200, 'at most 200 characters').optional(),
  BRAND_PRODUCT: z.string().default('Headgate'),
  BRAND_COMPANY: z.string().default('Headgate'),
  BRAND_ABOUT_URL: httpUrl.default('https://headgate.example/about'),
  BRAND_CONTACT_URL: httpUrl.default('https://headgate.example/contact'),
  BRAND_SOCIAL_URL: httpUrl.default('https://headgate.example/social'),
  BRAND_PROVINCE: z.string().default('Alberta'),
  BRAND_LOGO_URL: z
    .union(
      [httpUrl, z.string().regex(/^data:image\//)],
      'the address of a picture: https://… or data:image/…',
    )
    .optional(),
})

type Environment = z.infer<typeof environment>

/** What may be set; for now objects are files, wherever somebody wishes to have them. */
export const VARIABLES = Object.keys(environment.omit({ OBJECT_STORE_URL: true }).shape)

/** Everything a start can be told; durations in milliseconds. */
export interface Config {
  production: boolean
  host: string
  port: number
  dataDir: string
  publicUrl: string | null
  databaseUrl: string | null
  mqttUrl: string | null
  mqttPort: number
  /** Files of certificate and key, for the embedded broker's second port. */
  mqttTls: { cert: string; key: string; port: number } | null
  smtpUrl: string | null
  mailFrom: string
  jwtSecret: string | null
  trustProxy: string | null
  passwordMinLength: number
  accessTtlMs: number
  refreshTtlMs: number
  /** How long readings are kept; null for ever. */
  readingsRetention: Retention | null
  logLevel: (typeof logLevels)[number]
  /** What layouts of probes may take in memory, so that the next map of the same probes costs little. */
  surfaceCacheBytes: number
  /** Whether machines are looked at for alerts; a copy of an installation calls nobody. */
  alerts: boolean
  /** Where messages to browsers may be handed to; a browser names its service itself, and could name anything. */
  pushServices: readonly string[]
  /** Where weather comes from; null: not from there. */
  weatherServices: {
    /** A model, with the key it asks for. */
    weather: { url: string; archiveUrl: string; key: string | null } | null
    /** Stations. */
    eccc: string | null
    rccAcis: string | null
  }
  brand: Brand
  imagery: Imagery
  /** Where else a map style has its tiles, letters and signs. */
  imageryOrigins: readonly string[]
}

/** @throws ConfigError when one of the pair is missing */
function tlsOf({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT }: Environment): Config['mqttTls'] {
  if (cert && key) return { cert: path.resolve(cert), key: path.resolve(key), port: MQTT_TLS_PORT }
  if (!cert && !key) return null
  throw new ConfigError(cert ? 'MQTT_TLS_KEY' : 'MQTT_TLS_CERT', 'certificate and key go together')
}

/** @throws ConfigError when something is said of a service that is not there */
function modelOf({
  WEATHER_URL: url,
  WEATHER_ARCHIVE_URL: archiveUrl,
  WEATHER_KEY: key,
}: Environment): Config['weatherServices']['weather'] {
  if (url !== undefined) return { url, archiveUrl: archiveUrl ?? url, key: key ?? null }
  if (archiveUrl === undefined && key === undefined) return null
  throw new ConfigError('WEATHER_URL', 'the archive and the key belong to the service that is named here')
}

/**
 * Reads and checks the environment; a variable that is set to nothing counts as absent.
 *
 * @throws ConfigError naming the first variable that is wrong
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new ConfigError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'not readable')
  }
  const e = read.data
  if (e.NODE_ENV === 'production' && e.DATABASE_URL && !e.JWT_SECRET)
    throw new ConfigError('JWT_SECRET', 'required when NODE_ENV=production and DATABASE_URL is set')
  return {
    production: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    dataDir: path.resolve(e.DATA_DIR),
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    databaseUrl: e.DATABASE_URL ?? null,
    mqttUrl: e.MQTT_URL ?? null,
    mqttPort: e.MQTT_PORT,
    mqttTls: tlsOf(e),
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    jwtSecret: e.JWT_SECRET ?? null,
    trustProxy: e.TRUST_PROXY ?? null,
    passwordMinLength: e.PASSWORD_MIN_LENGTH,
    accessTtlMs: e.ACCESS_TTL,
    refreshTtlMs: e.REFRESH_TTL,
    readingsRetention: e.READINGS_RETENTION,
    logLevel: e.LOG_LEVEL,
    surfaceCacheBytes: e.SURFACE_CACHE_MB * 1024 * 1024,
    alerts: e.ALERTS === 'on',
    pushServices: e.PUSH_SERVICES,
    weatherServices: {
      weather: modelOf(e),
      eccc: e.ECCC_URL ?? null,
      rccAcis: e.RCC_ACIS_URL ?? null,
    },
    brand: {
      product: e.BRAND_PRODUCT,
      company: e.BRAND_COMPANY,
      aboutUrl: e.BRAND_ABOUT_URL,
      contactUrl: e.BRAND_CONTACT_URL,
      socialUrl: e.BRAND_SOCIAL_URL,
      province: e.BRAND_PROVINCE,
      logoUrl: e.BRAND_LOGO_URL ?? null,
    },
    imagery: { url: e.MAP_SATELLITE_URL ?? null, attribution: e.MAP_ATTRIBUTION ?? null },
    imageryOrigins: e.MAP_ORIGINS,
  }
}
