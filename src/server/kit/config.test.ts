/** Configuration matches .env.example, and every invalid value is refused in one line that names its variable. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RFC_8291_KEYS } from '../testing/push-service.ts'
import { ConfigError, defaultsToReplace, readConfig, unknownVariables, VARIABLES } from './config.ts'

/** Names and values of .env.example, where every line is a comment. */
function documented(): [string, string][] {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  return [...text.matchAll(/^# ([A-Z_]+)=(.*?)(?:  .*)?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
}

describe('configuration', () => {
  it('has every variable in .env.example, and no other', () => {
    expect(documented().map(([name]) => name)).toEqual(expect.arrayContaining(VARIABLES))
    expect(VARIABLES).toEqual(expect.arrayContaining(documented().map(([name]) => name)))
  })

  it('accepts the values of .env.example', () => {
    const filled = Object.fromEntries(documented().filter(([, value]) => value !== ''))
    expect(() => readConfig(filled)).not.toThrow()
  })

  it('has the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      mqttPort: 1883,
      databaseUrl: null,
      mqttUrl: null,
      passwordMinLength: 8,
      accessTtlMs: 900_000,
      refreshTtlMs: 1_209_600_000,
      logLevel: 'info',
    })
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['MQTT_PORT', '-1'],
    ['PUBLIC_URL', 'farm.example'],
    ['PUSH_KEYS', 'secret'],
    ['PUSH_KEYS', RFC_8291_KEYS.publicKey],
    ['PUSH_KEYS', `${RFC_8291_KEYS.publicKey}:${'A'.repeat(43)}`],
    ['PUSH_KEYS', `${RFC_8291_KEYS.publicKey}:${RFC_8291_KEYS.privateKey.replace('y', 'z')}`],
    ['PUSH_KEYS', `${RFC_8291_KEYS.privateKey}:${RFC_8291_KEYS.publicKey}`],
    ['PUSH_KEYS', `${RFC_8291_KEYS.publicKey}:${RFC_8291_KEYS.privateKey}:`],
    ['PUBLIC_URL', 'ftp://farm.example'],
    ['DATABASE_URL', 'mysql://db/headgate'],
    ['MQTT_URL', 'http://broker'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['JWT_SECRET', 'short'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['ACCESS_TTL', '15 minutes'],
    ['REFRESH_TTL', '-1d'],
    ['LOG_LEVEL', 'loud'],
    ['SURFACE_CACHE_MB', 'lots'],
    ['SURFACE_CACHE_MB', '5000'],
    ['NODE_ENV', 'staging'],
    ['BRAND_ABOUT_URL', 'javascript:alert(1)'],
    ['MAP_SATELLITE_URL', 'tiles/{z}/{x}/{y}.jpg'],
    ['MAP_ATTRIBUTION', 'x'.repeat(201)],
    ['OBJECT_STORE_URL', 'https://s3.example/bucket'],
    ['TRUST_PROXY', 'the proxy'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['ACCESS_TTL', '0s'],
    ['REFRESH_TTL', '1m'],
    ['MAIL_FROM', 'a@farm.example\nBcc: all@farm.example'],
    ['MAIL_FROM', 'water@'],
    ['MAIL_FROM', 'Water <farm.example>'],
    ['PUBLIC_URL', 'https://farm.example/water'],
    ['PUBLIC_URL', 'https://user:word@farm.example'],
    ['PUBLIC_URL', 'https://farm.example?x=1'],
    ['PUBLIC_URL', 'https://farm.example\n'],
    ['MQTT_URL', 'mqtt://'],
    ['SMTP_URL', 'smtp://'],
    ['REFRESH_TTL', '999999999d'],
    ['MAP_SATELLITE_URL', 'https://tiles.example/{z}/{x}'],
    ['SECURITY_CONTACT', 'https://farm.example/\nExpires: never'],
    ['BRAND_PRODUCT', 'Head\ngate'],
    ['METRICS_TOKEN', 'short'],
    ['BROKER_HOOK_SECRET', 'long enough to be a secret'],
    ['DATABASE_LISTEN_URL', 'postgres://db/headgate'],
    ['WEATHER_URL', 'open-meteo.com'],
    ['ECCC_URL', 'ftp://weather.example'],
    ['RCC_ACIS_URL', 'data'],
  ])('names %s when it is %j, in one line', (variable, value) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${variable}: [^\n]+$`))
  })

  it('accepts senders with and without a name, WMTS tiles, and a multi-line secret', () => {
    for (const MAIL_FROM of ['water@farm.example', 'Water <water@farm.example>', '"O, Pat" <pat@localhost>'])
      expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
    for (const MAP_SATELLITE_URL of [
      'https://tiles.example/{TileMatrix}/{TileRow}/{TileCol}.jpg',
      'https://tiles.example/style.json',
    ])
      expect(readConfig({ MAP_SATELLITE_URL }).imagery.url).toBe(MAP_SATELLITE_URL)
    expect(readConfig({ JWT_SECRET: `${'x'.repeat(64)}\nyy` }).jwtSecret).toHaveLength(67)
    expect(readConfig({ REFRESH_TTL: '3650d', PUBLIC_URL: 'http://127.0.0.1:8080' }).refreshTtlMs).toBe(
      3650 * 86_400_000,
    )
  })

  it('refuses the same port twice', () => {
    expect(() => readConfig({ PORT: '1883' })).toThrow(/^PORT: 1883 is the broker's as well$/)
    const tls = { MQTT_TLS_CERT: 'a', MQTT_TLS_KEY: 'b', MQTT_TLS_PORT: '1883' }
    expect(() => readConfig(tls)).toThrow(/^MQTT_TLS_PORT: 1883 is the broker's as well$/)
    expect(readConfig({ PORT: '0', MQTT_PORT: '0' }).port).toBe(0)
    expect(readConfig({ PORT: '1883', MQTT_URL: 'mqtt://broker' }).port).toBe(1883)
  })

  it('accepts proxies in the web server’s syntax', () => {
    for (const TRUST_PROXY of ['loopback', '10.0.0.0/8, 192.168.1.7', 'fd00::/8,loopback'])
      expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
  })

  it('reports unknown variables that look like ours', () => {
    expect(
      unknownVariables({
        MQTT_TSL_CERT: 'x',
        DATABASE_LISTEN: 'y',
        HEADGATE_COLOUR: 'green',
        PATH: 'z',
        MAP_ATTRIBUTION: 'a',
      }),
    ).toEqual([
      'MQTT_TSL_CERT is not known and does nothing: is MQTT_TLS_CERT meant?',
      'DATABASE_LISTEN is not known and does nothing',
      'HEADGATE_COLOUR is not known and does nothing',
    ])
    expect(unknownVariables(Object.fromEntries(VARIABLES.map((name) => [name, 'set'])))).toEqual([])
  })

  it('requires a contact for security holes that RFC 9116 allows', () => {
    const BRAND_CONTACT_URL = 'http://farm.example/contact'
    expect(readConfig({ BRAND_CONTACT_URL }).securityContact).toBe(
      BRAND_CONTACT_URL.replace('http:', 'https:'),
    )
    expect(() => readConfig({ SECURITY_CONTACT: BRAND_CONTACT_URL })).toThrow(/^SECURITY_CONTACT: /)
    const SECURITY_CONTACT = 'mailto:security@farm.example'
    expect(readConfig({ BRAND_CONTACT_URL, SECURITY_CONTACT }).securityContact).toBe(SECURITY_CONTACT)
  })

  it('names a production server without a contact for security holes', () => {
    const NODE_ENV = 'production'
    expect(defaultsToReplace({ NODE_ENV, SECURITY_CONTACT: '' })).toEqual([
      expect.stringMatching(/^SECURITY_CONTACT is not set/),
    ])
    expect(defaultsToReplace({ NODE_ENV, SECURITY_CONTACT: 'mailto:security@farm.example' })).toEqual([])
    expect(defaultsToReplace({ NODE_ENV, BRAND_CONTACT_URL: 'https://farm.example/contact' })).toEqual([])
    expect(defaultsToReplace({})).toEqual([])
  })

  it('requires JWT_SECRET where several processes share a database in production', () => {
    const variables = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/headgate' }
    expect(() => readConfig(variables)).toThrow(/^JWT_SECRET: required/)
    expect(readConfig({ ...variables, JWT_SECRET: 'x'.repeat(32) }).production).toBe(true)
  })

  it('accepts one weather service with its archive, and refuses an archive or a key without it', () => {
    const url = 'https://weather.example'
    expect(readConfig({}).weatherServices).toEqual({ weather: null, eccc: null, rccAcis: null })
    expect(readConfig({ WEATHER_URL: url }).weatherServices.weather).toEqual({
      url,
      archiveUrl: url,
      key: null,
    })
    const archiveUrl = 'https://archive.example'
    const both = { WEATHER_URL: url, WEATHER_ARCHIVE_URL: archiveUrl, WEATHER_KEY: 'k' }
    expect(readConfig(both).weatherServices.weather).toEqual({ url, archiveUrl, key: 'k' })
    expect(() => readConfig({ WEATHER_ARCHIVE_URL: archiveUrl })).toThrow(/^WEATHER_URL: /)
    expect(() => readConfig({ WEATHER_KEY: 'k' })).toThrow(/^WEATHER_URL: /)
  })

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
  })

  it('keeps a tile template unchanged', () => {
    const url = 'https://imagery.example/{z}/{y}/{x}?key=abc'
    const read = readConfig({ MAP_SATELLITE_URL: url, MAP_ATTRIBUTION: '© Imagery Inc.' })
    expect(read.imagery).toEqual({ url, attribution: '© Imagery Inc.' })
    expect(readConfig({}).imagery).toEqual({ url: null, attribution: null })
  })

  it('parses the additional hosts of a map style', () => {
    const read = readConfig({ MAP_ORIGINS: 'https://tiles.example https://*.fonts.example:8443' })
    expect(read.imageryOrigins).toEqual(['https://tiles.example', 'https://*.fonts.example:8443'])
    expect(readConfig({}).imageryOrigins).toEqual([])
  })

  it('removes the trailing slash of PUBLIC_URL, so that links have one', () => {
    expect(readConfig({ PUBLIC_URL: 'https://farm.example/' }).publicUrl).toBe('https://farm.example')
  })
})
