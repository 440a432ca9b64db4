/** Mailed links: sent by a job, so that answers are the same for unknown addresses. */
import { z } from 'zod'
import type { Brand } from '../../contract/site.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { MailMessage } from '../jobs/mail.ts'
import { findByEmail, lockAccount, type UserRow } from './accounts.store.ts'
import { issueMailToken, mailTokensAfter } from './mail-tokens.store.ts'
import { uidOf } from './user-uid.ts'

const TTL_MS = { activation: 72 * 3_600_000, reset: 3_600_000 } as const
/** Limits mails to one mailbox; beyond, the answer stays the same and no mail is sent. */
const MAILS_AN_HOUR = 5

export const sendLink = defineJob(
  'account-link-wanted',
  z.object({ email: z.string(), purpose: z.enum(['activation', 'reset']) }),
)

/** Registers the job's handler; before jobs start. */
export function sendRequestedLinks(kit: Kit): void {
  kit.jobs.process(sendLink, async ({ email, purpose }, tx) => {
    const found = await findByEmail(tx, email)
    // several requests for one account are handled one after the other
    const account = found && (await lockAccount(tx, found.id))
    // a closed account can only be activated, an open one only reset
    if (!account || account.disabled_at || account.active !== (purpose === 'reset')) return
    const anHourAgo = kit.clock.now().getTime() - 3_600_000
    const lately = new Date(anHourAgo + TTL_MS[purpose])
    if ((await mailTokensAfter(tx, account.id, purpose, lately)) >= MAILS_AN_HOUR) return
    await (purpose === 'reset' ? sendReset : sendActivation)(kit, tx, account)
  })
}

export async function sendActivation(kit: Kit, tx: ServerTx, { id, email }: UserRow): Promise<void> {
  const token = await issueMailToken(tx, id, 'activation', kit.clock.now(), TTL_MS.activation)
  const link = `${kit.site.url}/activate/${uidOf(id)}/${token}`
  await kit.mail.send(tx, activationMail(kit.config.brand, { to: email, link }))
}

async function sendReset(kit: Kit, tx: ServerTx, { id, email }: UserRow): Promise<void> {
  const token = await issueMailToken(tx, id, 'reset', kit.clock.now(), TTL_MS.reset)
  const link = `${kit.site.url}/password/reset/confirm/${uidOf(id)}/${token}`
  await kit.mail.send(tx, resetMail(kit.config.brand, { to: email, link }))
}

/** Without the name: it is chosen at sign-up, and could be used to send messages to strangers. */
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
