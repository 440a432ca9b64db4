/** Reads the configuration from the environment once at start; an invalid value stops the start and names its variable. */
import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import type { Brand, Imagery } from '../../contract/site.ts'
import { PASSWORD_SERVER_MIN } from '../../contract/limits.ts'
import { parseDuration, parseRetention, type Retention } from './duration.ts'

/** A failed start, with a message for the operator instead of a stack trace. */
export class StartRefused extends Error {}

/** Depth of nested causes that are reported. */
const CAUSES_TOLD = 3

/**
 * One line with the reason of a failed start or command, and its causes. A stack trace names places in the program, which
 * do not help an operator; LOG_LEVEL=debug shows it.
 */
export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (/^(debug|trace)$/.test(process.env['LOG_LEVEL'] ?? '')) return error.stack ?? error.message
  const lines: string[] = []
  let cause: unknown = error
  for (let deep = 0; deep < CAUSES_TOLD && cause instanceof Error; deep += 1) {
    const [first] = cause instanceof AggregateError ? cause.errors : []
    const text = (cause.message || (first instanceof Error ? first.message : cause.name)).trim()
    if (!lines.some((line) => line.includes(text))) lines.push(text)
    cause = cause.cause
  }
  return lines.join(': ').replaceAll(/\s*\n\s*/g, ' ')
}

/** Says in one line which variable is wrong and what it should be. */
export class ConfigError extends StartRefused {
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

const durationText = 'a duration such as 15m, 12h or 14d, of ten years at most'
/** JavaScript dates end beyond this. */
const DURATION_MAX_MS = 3653 * 86_400_000
const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? Infinity) <= DURATION_MAX_MS, durationText)
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

const proxyText = 'addresses of proxies such as 10.0.0.0/8, or loopback, set apart by commas'
function areProxies(text: string): boolean {
  return text.split(',').every((proxy) => {
    const [address = '', bits, ...more] = proxy.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(proxy.trim())) return true
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    return (
      version > 0 &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
  })
}

/** Additional hosts of a map style, separated by spaces. */
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (addresses) => addresses.every((origin) => /^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(origin)),
    'origins as in https://tiles.example, set apart by spaces',
  )
/** Push services of the common browsers. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
]
const keysText = 'a public and a private VAPID key in base64url that belong together, separated by a colon'
/** As `web-push generate-vapid-keys` prints them. */
function areVapidKeys(text: string): boolean {
  const [publicKey, privateKey = '', ...more] = text.split(':')
  if (more.length > 0 || !/^[\w-]{43}$/.test(privateKey)) return false
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    // not a number of this curve
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}
/** Pages and calls are at its root; a path behind the host would appear in every link. */
const site = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .regex(/^https?:\/\/[^/?#@]+\/*$/i, 'an address such as https://farm.example, with nothing behind the host')
const ofHost = (url: string) => (URL.parse(url)?.hostname ?? '') !== ''
const SENDER = /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
/** A tile template needs all three placeholders, in either naming. */
function hasCompleteTemplate(url: string): boolean {
  const placeholders = ['z', 'x', 'y'].filter((name, at) =>
    new RegExp(`\\{(${name}|${['TileMatrix', 'TileCol', 'TileRow'][at]})\\}`, 'i').test(url),
  )
  return placeholders.length === 0 || placeholders.length === 3
}
const brokerText = 'an address such as mqtt://host:1883'
const mailText = 'an address such as smtp://host:25'
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
  PUBLIC_URL: site.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address such as postgres://user@host/name' })
    .optional(),
  DATABASE_LISTEN_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address such as postgres://user@host/name' })
    .optional(),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: brokerText })
    .refine(ofHost, brokerText)
    .optional(),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_CERT: filled('a PEM file').optional(),
  MQTT_TLS_KEY: filled('a PEM file').optional(),
  MQTT_TLS_PORT: port.default(8883),
  OBJECT_STORE_URL: z
    .string()
    .regex(/^s3:\/\//, 'an address such as s3://KEY:SECRET@host/bucket')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: mailText })
    .refine(ofHost, mailText)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'an e-mail address, or a name and the address in <>')
    .default('Headgate <no-reply@localhost>'),
  JWT_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TRUST_PROXY: filled(proxyText).refine(areProxies, proxyText).optional(),
  PASSWORD_MIN_LENGTH: passwordLength.default(PASSWORD_SERVER_MIN),
  ACCESS_TTL: duration.default(15 * 60_000),
  REFRESH_TTL: duration.default(14 * 86_400_000),
  READINGS_RETENTION: retention.default(null),
  RECORDS_RETENTION: retention.default({ count: 7, unit: 'y' }),
  BROKER_HOOK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(' ')}`).default('info'),
  SURFACE_CACHE_MB: cacheMegabytes.default(192),
  PUSH_SERVICES: origins.default(PUSH_SERVICES),
  PUSH_KEYS: z.string().refine(areVapidKeys, keysText).optional(),
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
    .refine(hasCompleteTemplate, 'tiles have {z}, {x} and {y} in their address, all three')
    .optional(),
  MAP_ORIGINS: origins.default([]),
  MAP_ATTRIBUTION: z.string().max(200, 'at most 200 characters').optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'an address such as mailto:security@farm.example' })
    .optional(),
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

/** All variables. */
export const VARIABLES = Object.keys(environment.shape)

/** Such a value would end a line of a mail or of a header; a secret may have any bytes. */
// oxlint-disable-next-line eslint/no-control-regex -- these are what is looked for
const MANY_LINES = /[\u0000-\u001f\u007f]/

/** Prefixes of our variables that other programs do not usually use. */
const OURS =
  /^(ACCESS|ALERTS|BRAND|BROKER_HOOK|DATABASE|ECCC|HEADGATE|JWT|MAP|METRICS|MQTT|OBJECT_STORE|PASSWORD_MIN|PUSH|RCC|READINGS|REFRESH|SMTP|SURFACE|TRUST|WEATHER)(_|$)/

/** One line for each unknown variable that looks like ours, because a typo would go unnoticed otherwise. */
export function unknownVariables(variables: Record<string, string | undefined>): string[] {
  return Object.keys(variables)
    .filter((name) => OURS.test(name) && !VARIABLES.includes(name) && variables[name] !== '')
    .map((name) => {
      const closest = VARIABLES.find((variable) => distance(name, variable) <= 3)
      return `${name} is not known and does nothing${closest ? `: is ${closest} meant?` : ''}`
    })
}

/** One line for each default that a production server should not keep. */
export function defaultsToReplace(variables: Record<string, string | undefined>): string[] {
  const { NODE_ENV: mode, SECURITY_CONTACT: contact, BRAND_CONTACT_URL: page } = variables
  if (mode !== 'production' || contact || page) return []
  return ['SECURITY_CONTACT is not set: security.txt names an address that nobody reads']
}

/** Edit distance (Levenshtein). */
function distance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, at) => at)
  for (const [at, letter] of first.split('').entries()) {
    const next = [at + 1]
    for (const [to, otherLetter] of second.split('').entries())
      next.push(
        Math.min(
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
          (row[to] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The whole configuration; durations in milliseconds. */
export interface Config {
  production: boolean
  host: string
  port: number
  dataDir: string
  publicUrl: string | null
  databaseUrl: string | null
  /** Direct URL of the database when the other one leads through a pooler; null when they are the same. */
  databaseListenUrl: string | null
  mqttUrl: string | null
  /** Secret with which an external broker may ask who is allowed; null when it has its own list. */
  brokerHook: { secret: string; server: { username: string; password: string } } | null
  mqttPort: number
  /** Certificate and key files for the embedded broker's TLS port. */
  mqttTls: { cert: string; key: string; port: number } | null
  /** Object store URL with key and secret; null for files in the data folder. */
  objectStoreUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  jwtSecret: string | null
  trustProxy: string | null
  passwordMinLength: number
  accessTtlMs: number
  refreshTtlMs: number
  /** How long readings are kept; null for ever. */
  readingsRetention: Retention | null
  /** Token for /metrics; null allows only this host. */
  metricsToken: string | null
  /** How long as-applied records, tracks and events of machines are kept; null for ever. */
  recordsRetention: Retention | null
  logLevel: (typeof logLevels)[number]
  /** Memory limit for factored probe layouts, which make the next map of the same probes cheap. */
  surfaceCacheBytes: number
  /** Whether alerts are checked; a copy of an installation must not send any. */
  alerts: boolean
  /** Allowed push services; the URL comes from the browser and could be anything. */
  pushServices: readonly string[]
  /** VAPID keys in base64url; null when the server makes its own and stores them in the database. */
  pushKeys: { publicKey: string; privateKey: string } | null
  /** Weather services; null where not used. */
  weatherServices: {
    /** A model service, with its API key. */
    weather: { url: string; archiveUrl: string; key: string | null } | null
    /** Station data. */
    eccc: string | null
    rccAcis: string | null
  }
  brand: Brand
  imagery: Imagery
  /** Additional hosts of a map style for tiles, fonts and icons. */
  imageryOrigins: readonly string[]
  /** Contact for reports of security holes. */
  securityContact: string
}

/** @throws ConfigError when only one of the pair is set */
function tlsOf({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT }: Environment): Config['mqttTls'] {
  if (cert && key) return { cert: path.resolve(cert), key: path.resolve(key), port: MQTT_TLS_PORT }
  if (!cert && !key) return null
  throw new ConfigError(cert ? 'MQTT_TLS_KEY' : 'MQTT_TLS_CERT', 'certificate and key go together')
}

/** @throws ConfigError without an external broker, or when the server's own client could not be told from a device */
function hookOf({ BROKER_HOOK_SECRET: secret, MQTT_URL: broker }: Environment): Config['brokerHook'] {
  if (secret === undefined) return null
  const url = broker === undefined ? null : URL.parse(broker)
  if (!url?.username || !url.password)
    throw new ConfigError(
      'BROKER_HOOK_SECRET',
      'goes with an MQTT_URL that has the name and password of the server',
    )
  return {
    secret,
    server: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
}

/** @throws ConfigError when an option of a service is set without the service */
function modelOf({
  WEATHER_URL: url,
  WEATHER_ARCHIVE_URL: archiveUrl,
  WEATHER_KEY: key,
}: Environment): Config['weatherServices']['weather'] {
  if (url !== undefined) return { url, archiveUrl: archiveUrl ?? url, key: key ?? null }
  if (archiveUrl === undefined && key === undefined) return null
  throw new ConfigError('WEATHER_URL', 'the archive and the key belong to the service that is named here')
}

function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const values = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const broken = VARIABLES.find((name) => MANY_LINES.test(values[name] ?? '') && name !== 'JWT_SECRET')
  if (broken) throw new ConfigError(broken, 'one line without control characters')
  const parsed = environment.safeParse(values)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'not readable')
}

/** Variables that are valid by themselves but not together. */
function refuseContradictions(e: Environment): void {
  if (e.NODE_ENV === 'production' && e.DATABASE_URL && !e.JWT_SECRET)
    throw new ConfigError('JWT_SECRET', 'required when NODE_ENV=production and DATABASE_URL is set')
  if (e.ACCESS_TTL === 0) throw new ConfigError('ACCESS_TTL', 'longer than nothing')
  if (e.REFRESH_TTL < e.ACCESS_TTL) throw new ConfigError('REFRESH_TTL', 'at least as long as ACCESS_TTL')
  const ports = [e.PORT, ...(e.MQTT_URL ? [] : [e.MQTT_PORT]), ...(e.MQTT_TLS_CERT ? [e.MQTT_TLS_PORT] : [])]
  const duplicate = ports.find((number, at) => number !== 0 && ports.indexOf(number) !== at)
  if (duplicate !== undefined)
    throw new ConfigError(
      e.PORT === duplicate ? 'PORT' : 'MQTT_TLS_PORT',
      `${duplicate} is the broker's as well`,
    )
  if (e.DATABASE_LISTEN_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_LISTEN_URL', 'goes with a DATABASE_URL that leads through a pooler')
}

function vapidKeysOf({ PUSH_KEYS: keys }: Environment): Config['pushKeys'] {
  const [publicKey = '', privateKey = ''] = keys?.split(':') ?? []
  return keys === undefined ? null : { publicKey, privateKey }
}

/**
 * Reads and validates the environment; an empty variable counts as absent.
 *
 * @throws ConfigError naming the first invalid variable
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const e = readEnvironment(variables)
  refuseContradictions(e)
  return {
    production: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    dataDir: path.resolve(e.DATA_DIR),
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseListenUrl: e.DATABASE_LISTEN_URL ?? null,
    mqttUrl: e.MQTT_URL ?? null,
    brokerHook: hookOf(e),
    mqttPort: e.MQTT_PORT,
    mqttTls: tlsOf(e),
    objectStoreUrl: e.OBJECT_STORE_URL ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    jwtSecret: e.JWT_SECRET ?? null,
    trustProxy: e.TRUST_PROXY ?? null,
    passwordMinLength: e.PASSWORD_MIN_LENGTH,
    accessTtlMs: e.ACCESS_TTL,
    refreshTtlMs: e.REFRESH_TTL,
    readingsRetention: e.READINGS_RETENTION,
    recordsRetention: e.RECORDS_RETENTION,
    metricsToken: e.METRICS_TOKEN ?? null,
    logLevel: e.LOG_LEVEL,
    surfaceCacheBytes: e.SURFACE_CACHE_MB * 1024 * 1024,
    alerts: e.ALERTS === 'on',
    pushServices: e.PUSH_SERVICES,
    pushKeys: vapidKeysOf(e),
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
    // RFC 9116 requires https of a contact on the web
    securityContact: e.SECURITY_CONTACT ?? e.BRAND_CONTACT_URL.replace(/^http:/, 'https:'),
  }
}
