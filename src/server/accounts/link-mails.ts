/** Links sent by mail on request: sent by a job, so that the answer is the same for known and unknown addresses. */
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { defineJob } from '../jobs/jobs.ts'
import { activationMail, resetMail } from './account-mails.ts'
import { findByEmail, lockAccount, type UserRow } from './accounts.store.ts'
import { issueMailToken, mailTokensAfter } from './mail-tokens.store.ts'
import { uidOf } from './user-uid.ts'

const TTL_MS = { activation: 72 * 3_600_000, reset: 3_600_000 } as const
/** So that nobody can fill a mailbox; beyond, the answer stays the same and no mail is sent. */
const MAILS_AN_HOUR = 5

export const linkWanted = defineJob(
  'account-link-wanted',
  z.object({ email: z.string(), purpose: z.enum(['activation', 'reset']) }),
)

/** Says how the job is done; before jobs start. */
export function sendWantedLinks(kit: Kit): void {
  kit.jobs.process(linkWanted, async ({ email, purpose }, tx) => {
    const found = await findByEmail(tx, email)
    // several requests for one account are decided one after the other
    const account = found && (await lockAccount(tx, found.id))
    // a closed account can only be activated, an open one only reset
    if (!account || account.active !== (purpose === 'reset')) return
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
