/** Names, reasons and codes that are scripts, in mails: text in both parts, without an element or a link of theirs. */
import { describe, expect, it } from 'vitest'
import { lookPath } from '../contract/accounts/support.ts'
import type { Brand } from '../contract/site.ts'
import { activationMail, resetMail } from './accounts/link-mails.ts'
import { mailOf } from './alerts/alert-message.rules.ts'
import { logIn, openAccountQuickly } from './testing/accounts.ts'
import { build } from './testing/build.ts'
import { providerOf } from './testing/factories.ts'
import { MALICIOUS_NAMES, SCRIPT_NAMES } from './testing/malicious-names.ts'
import { provesRow } from './testing/reliability.ts'

const NAMES = [...SCRIPT_NAMES, ...MALICIOUS_NAMES]
const PLAIN = 'North Quarter'

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []

/** What a reader sees of it, an element a line. */
function readable(html: string): string[] {
  const text = html
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  return text.split('\n').filter((line) => line !== '')
}

/** The tags with a plain name; a link may have the name in its query. */
const expectedTags = (html: string, name: string) =>
  tagsOf(html.replaceAll(encodeURIComponent(PLAIN), encodeURIComponent(name)))

const brandOf = (product: string): Brand => ({
  product,
  company: 'Rain',
  aboutUrl: 'https://rain.example/about',
  contactUrl: 'https://rain.example/contact',
  socialUrl: 'https://rain.example/social',
  province: 'Alberta',
  logoUrl: null,
})

describe('a mail with HTML', () => {
  it.each([
    ['en', (name: string) => `Probe ${name} is silent`],
    ['fr', (name: string) => `La sonde ${name} est muette`],
  ] as const)('about alerts, in %s, has names and codes as text only', (language, silent) => {
    provesRow('C3', NAMES.length)
    const since = new Date('2026-07-06T06:00:00Z')
    const mailWith = (name: string) =>
      mailOf({
        system: name,
        timeZone: 'America/Edmonton',
        language,
        alerts: [
          { id: 1, kind: 'fault', subject: name, since, detail: {} },
          { id: 2, kind: 'probe', subject: name, since, detail: {} },
        ],
        reminder: true,
        product: name,
        site: 'https://rain.example',
      })
    const plain = mailWith(PLAIN)
    for (const name of NAMES) {
      const { subject, text, html } = mailWith(name)
      expect([name, tagsOf(html)]).toEqual([name, expectedTags(plain.html, name)])
      const lines = readable(html)
      expect(lines.filter((line) => line === name)).toHaveLength(2)
      expect(lines).toContainEqual(expect.stringContaining(silent(name)))
      expect(text).toContain(`\n\n${name}\n`)
      expect(text).toContain(`${name}: `)
      expect(text).toContain(silent(name))
      expect(subject.endsWith(`: ${name}`)).toBe(true)
    }
  })

  it.each([
    ['activation', activationMail],
    ['a new password', resetMail],
  ])('for %s has the name of the product as text only', (_what, mailFor) => {
    provesRow('C3', NAMES.length)
    const link = 'https://rain.example/activate/MQ/abc'
    const mailWith = (name: string) => mailFor(brandOf(name), { to: 'pat@farm.example', link })
    const plain = mailWith(PLAIN)
    for (const name of NAMES) {
      const { subject, text, html = '' } = mailWith(name)
      expect([name, tagsOf(html)]).toEqual([name, tagsOf(plain.html ?? '')])
      expect(readable(html)).toContain(name)
      expect(text.endsWith(`\n\n${name}\n`)).toBe(true)
      expect(subject).toContain(name)
    }
  })
})

/** The text of a mail as it was sent, quoted-printable or not. */
const decoded = (source: string) =>
  source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

describe("a provider's request to see the screens", () => {
  it('has names and reasons as they were typed, and no HTML', async () => {
    provesRow('C3', SCRIPT_NAMES.length)
    const built = await build()
    const [, name] = SCRIPT_NAMES
    const support = await openAccountQuickly(built.kit, { name, email: 'support@farm.example' })
    await providerOf(built).grant(support.email)
    const { access } = await logIn(built, support.email)
    const headers = { authorization: `JWT ${access}` }
    // ten names a reason: each request is a mail, which takes its time
    for (const at of [0, 10, 20]) {
      const reason = SCRIPT_NAMES.slice(at, at + 10).join(' and ')
      const pat = await openAccountQuickly(built.kit, { name, email: `pat-${at}@farm.example` })
      const answer = await built.call(lookPath('ask', pat.id), { json: { reason }, headers })
      expect([reason, answer.status]).toEqual([reason, 204])
      const source = decoded(await built.mailTo(pat.email))
      expect(source).toContain(`${name} of your provider's support asks to see your screens on `)
      expect(source).toContain(`: ${reason}\r\n`)
      expect(source).toContain('Content-Type: text/plain')
      expect(source).not.toContain('Content-Type: text/html')
    }
  })
})
