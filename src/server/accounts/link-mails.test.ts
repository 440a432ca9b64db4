/** Mails: their text, their links, and a mail server that is down. Planted faults found: a link from the Host header; a job that is dropped when it fails. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { Brand } from '../../contract/site.ts'
import { PASSWORD, signedIn } from '../testing/accounts.ts'
import { type Built, build } from '../testing/build.ts'
import { smtpSink } from '../testing/smtp-sink.ts'
import { activationMail, resetMail } from './link-mails.ts'
import { provesRow } from '../testing/reliability.ts'

const brand: Brand = {
  product: 'Fields & Rain',
  company: 'Rain',
  aboutUrl: 'https://rain.example/about',
  contactUrl: 'https://rain.example/contact',
  socialUrl: 'https://rain.example/social',
  province: 'Alberta',
  logoUrl: null,
}

const signUp = ({ call }: Built, email: string, headers: Record<string, string> = {}) =>
  call(accountPaths.users, {
    json: { name: 'Pat', email, password: PASSWORD, re_password: PASSWORD },
    headers,
  })

const plain = (source: string) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=')

describe('the mails', () => {
  const link = 'https://rain.example/activate/MQ/abc?a=1&b="2"'

  it.each([
    ['activation', activationMail, 'Activate your Fields & Rain account'],
    ['reset', resetMail, 'Choose a new Fields & Rain password'],
  ])('of %s say the same as text and as HTML, with the brand and the link', (_name, mailOf, subject) => {
    const mail = mailOf(brand, { to: 'pat@farm.example', link })
    expect(mail).toMatchObject({ to: 'pat@farm.example', subject })
    expect(mail.text).toContain(`\n${link}\n`)
    expect(mail.text).toContain('Fields & Rain')
    expect(mail.html).toContain('href="https://rain.example/activate/MQ/abc?a=1&amp;b=&quot;2&quot;"')
    expect(mail.html).toContain('Fields &amp; Rain')
    expect(mail.html).not.toMatch(/<(script|img|style|link)/)
  })

  it('have both parts, and the configured sender', async () => {
    const built = await build({ MAIL_FROM: 'Rain <post@rain.example>', BRAND_PRODUCT: 'Rain' })
    await signUp(built, 'pat@farm.example')
    const source = await built.mailTo('pat@farm.example')
    expect(source).toContain('From: Rain <post@rain.example>')
    expect(source).toContain('Content-Type: text/plain')
    expect(source).toContain('Content-Type: text/html')
    expect(source).toContain('Subject: Activate your Rain account')
  })
})

describe('links', () => {
  it('use PUBLIC_URL, whatever the headers are', async () => {
    const built = await build({ PUBLIC_URL: 'https://farm.example', TRUST_PROXY: 'loopback' })
    const headers: [string, string][] = [
      ['host', 'evil.example'],
      ['host', 'evil.example:80@farm.example'],
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-server', 'evil.example'],
      ['x-original-host', 'evil.example'],
      ['x-host', 'evil.example'],
      ['forwarded', 'host=evil.example;proto=https'],
      ['x-forwarded-proto', 'evil'],
      ['x-forwarded-prefix', '/evil.example'],
      ['x-rewrite-url', 'https://evil.example/'],
    ]
    provesRow('C5', headers.length)
    for (const [at, [header, value]] of headers.entries()) {
      // a different user each time: mails to one address are limited
      const { email } = await signedIn(built, `pat-${at}`)
      // a raw request: fetch does not allow a Host header
      const answer = await built.app.http.inject({
        method: 'POST',
        url: accountPaths.resetPassword,
        headers: { 'content-type': 'application/json', [header]: value },
        payload: JSON.stringify({ email }),
      })
      expect([header, answer.statusCode]).toEqual([header, 204])
      const source = plain(await built.mailTo(email))
      expect(source).toContain('https://farm.example/password/reset/confirm/')
      expect(source).not.toContain('evil')
    }
  })
})

describe('a mail server that is down', () => {
  it('delays nobody, and gets every mail once when it is back', async () => {
    provesRow('F6', 1)
    const sink = await smtpSink()
    const built = await build({ SMTP_URL: sink.url })
    expect((await signUp(built, 'kim@farm.example')).status).toBe(201)
    const { email } = await signedIn(built)
    expect((await built.call(accountPaths.resetPassword, { json: { email } })).status).toBe(204)
    await expect.poll(sink.refused, { timeout: 20_000 }).toBeGreaterThan(1)
    expect((await built.call(accountPaths.create, { json: { email, password: PASSWORD } })).status).toBe(200)
    sink.up()
    await expect.poll(() => sink.mails.length, { timeout: 30_000, interval: 100 }).toBe(2)
    const sources = sink.mails.map(plain)
    expect(sources.filter((source) => /To: kim@farm\.example[^]*\/activate\//.test(source))).toHaveLength(1)
    expect(sources.filter((source) => /To: pat@farm\.example[^]*\/confirm\//.test(source))).toHaveLength(1)
    const jobs = async () =>
      (await built.kit.database.pool.query(`select 1 from jobs where name = 'send-mail'`)).rowCount
    await expect.poll(jobs).toBe(0)
  })
})
