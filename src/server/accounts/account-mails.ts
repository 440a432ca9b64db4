/** The words of the mails that accounts send; links come from the site's configured address alone. */
import type { Brand } from '../../contract/brand.ts'
import type { MailMessage } from '../jobs/mail.ts'

/** Without the name: whoever signs up chooses it, and could write to strangers with it. */
interface LinkMail {
  to: string
  link: string
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character)
}

export function activationMail({ product }: Brand, mail: LinkMail): MailMessage {
  return linkMail(product, mail, {
    subject: `Activate your ${product} account`,
    before: `Your ${product} account is made. Activate it with this link, within three days:`,
    button: 'Activate account',
    after: 'If you did not sign up, ignore this mail: without the link the account stays closed.',
  })
}

export function resetMail({ product }: Brand, mail: LinkMail): MailMessage {
  return linkMail(product, mail, {
    subject: `Choose a new ${product} password`,
    before: `Somebody asked for a new password of your ${product} account. Choose it with this link, within one hour:`,
    button: 'Choose a new password',
    after: 'If it was not you, ignore this mail: your password stays as it is.',
  })
}

interface Words {
  subject: string
  before: string
  button: string
  after: string
}

function linkMail(product: string, { to, link }: LinkMail, words: Words): MailMessage {
  const { subject, before, button, after } = words
  const text = `Hello,\n\n${before}\n\n${link}\n\n${after}\n\n${product}\n`
  const html = [
    '<div style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:34em">',
    `<p>Hello,</p><p>${escaped(before)}</p>`,
    `<p><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;background:#14532d;color:#ffffff;border-radius:8px;text-decoration:none">${escaped(button)}</a></p>`,
    `<p>${escaped(link)}</p><p>${escaped(after)}</p><p>${escaped(product)}</p></div>`,
  ].join('')
  return { to, subject, text, html }
}
