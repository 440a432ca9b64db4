/** Sharing a system: its owner invites people by e-mail address, changes their role and removes them. */
import {
  type Invitation,
  invitation,
  type Member,
  type MemberRole,
  MEMBERS_PER_SYSTEM_MAX,
  membersQuery,
} from '../../contract/accounts/members.ts'
import { findByEmail } from '../accounts/accounts.store.ts'
import { accountOpened } from '../accounts/accounts.jobs.ts'
import { isEmailAddress, normalisedEmail } from '../accounts/email-address.ts'
import { continueAsServer, type CustomerTx, type ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import type { MailMessage } from '../jobs/mail.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { attempted, auditable, auditableText } from '../audit/audit.ts'
import { type AuditEntry, invitationsSince, recordAudit } from '../audit/audit.store.ts'
import {
  claimInvitations,
  findMember,
  type FoundMember,
  listMembers,
  removeMember,
  setInvitation,
} from './members.store.ts'
import { type MemberSystem, mustOwn } from './membership.ts'
import { lockSystem } from './settings.store.ts'
import { roleIn, setMember } from './systems.store.ts'
import { membershipsChanged, systemChanged } from './systems.events.ts'
import { systemOf } from './membership.store.ts'

/** Limits unsolicited mail to strangers. */
const INVITATIONS_AN_HOUR = 20
const HOUR_MS = 3_600_000

interface Owner {
  id: number
  email: string
}

export interface Members {
  /** @throws Problem */
  list(userId: number, system: string): Promise<Member[]>
  /** @throws Problem */
  invite(owner: Owner, query: unknown, body: unknown): Promise<Member>
  /** @throws Problem */
  remove(userId: number, id: string): Promise<void>
}

interface OwnSystem {
  server: ServerTx
  system: MemberSystem
}

export function createMembers(kit: Kit): Members {
  const { database } = kit
  joinOpenedAccounts(kit)

  /** The system, locked, and the transaction switched to the server's rights. */
  async function ownSystem(tx: CustomerTx, userId: number, name: string): Promise<OwnSystem> {
    const system = await systemOf(tx, userId, name)
    mustOwn(system)
    const server = await continueAsServer(tx)
    await lockSystem(server, system.id)
    return { server, system }
  }

  return {
    list: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const { server, system } = await ownSystem(tx, userId, name)
        return listMembers(server, system.id)
      }),

    async invite(owner, query, body) {
      const { system: name } = readBody(membersQuery, query)
      const after = auditable(body, ['email', 'role'] satisfies (keyof typeof invitation.shape)[])
      const attempt = { userId: owner.id, action: 'member invite' as const, systemName: name, after }
      return attempted(kit, attempt, async () => {
        const { email, role } = readBody(invitation, body)
        if (!isEmailAddress(email)) throw new Problem('email_invalid', { field: 'email' })
        return database.asCustomer(owner.id, async (tx) => {
          const { server, system } = await ownSystem(tx, owner.id, name)
          return invite(kit, server, { owner, system, email: normalisedEmail(email), role })
        })
      })
    },

    async remove(userId, id) {
      const found = /^\d{1,9}$/.test(id) ? await findMember(database.reader, Number(id)) : undefined
      const attempt = { userId, action: 'member remove' as const, after: { id: auditableText(id) } }
      await attempted(kit, { ...attempt, systemName: found?.systemName }, async () => {
        if (!found) throw new Problem('not_found')
        await database.asCustomer(userId, async (tx) => {
          const { server } = await ownSystem(tx, userId, found.systemName).catch(asMissing)
          if (found.role === 'owner') throw new Problem('owner_stays')
          if (!(await removeMember(server, Number(id)))) throw new Problem('not_found')
          const { email, role } = found
          await record(kit, server, found, { ...attempt, before: { email, role } })
        })
      })
    },
  }
}

interface Invite extends Invitation {
  owner: Owner
  system: MemberSystem
}

async function invite(kit: Kit, tx: ServerTx, { owner, system, email, role }: Invite): Promise<Member> {
  const members = await listMembers(tx, system.id)
  const former = members.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (former?.state === 'active' && former.role === role) return former
  if (email.toLowerCase() === owner.email.toLowerCase())
    throw new Problem('already_owner', { field: 'email' })
  if (!former && members.length >= MEMBERS_PER_SYSTEM_MAX) throw new Problem('members_too_many')
  await limitMails(kit, tx, owner.id)
  const now = kit.clock.now()
  const account = await findByEmail(tx, email)
  const belongs = account && (account.active || (await roleIn(tx, system.id, account.id)))
  // an account that is not activated has not proven its address, so the address is invited as if there were none
  if (account && belongs) await setMember(tx, system.id, account.id, role)
  else await setInvitation(tx, { systemId: system.id, email, role, now })
  const { product } = kit.config.brand
  const mail = { to: email, product, owner: owner.email, system: system.name, role, site: kit.site.url }
  await kit.mail.send(tx, sharedMail(mail, account?.active ?? false))
  const place = { systemId: system.id, systemName: system.name, controllerId: system.controllerId }
  await record(
    kit,
    tx,
    { ...place, userId: account?.id ?? null },
    {
      userId: owner.id,
      action: 'member invite',
      before: former && { email: former.email, role: former.role },
      after: { email, role },
    },
  )
  const after = await listMembers(tx, system.id)
  const member = after.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!member) throw new Error('the member that was just made is missing')
  return member
}

/** @throws Problem('throttled') when the owner has sent too many mails within the hour */
async function limitMails({ clock }: Pick<Kit, 'clock'>, tx: ServerTx, userId: number): Promise<void> {
  const now = clock.now().getTime()
  const invitations = await invitationsSince(tx, userId, new Date(now - HOUR_MS))
  const oldest = invitations[INVITATIONS_AN_HOUR - 1]
  if (!oldest) return
  throw new Problem('throttled', { retryAfter: Math.ceil((oldest.getTime() + HOUR_MS - now) / 1000) })
}

type Place = Pick<FoundMember, 'systemId' | 'systemName' | 'controllerId' | 'userId'>
type Change = Pick<AuditEntry, 'userId' | 'action' | 'before' | 'after'>

/** Audits the change and publishes the event. */
async function record(
  { clock, events }: Pick<Kit, 'clock' | 'events'>,
  tx: ServerTx,
  { systemId, systemName, controllerId, userId }: Place,
  change: Change,
): Promise<void> {
  await recordAudit(tx, { ...change, at: clock.now(), systemId, systemName, outcome: 'accepted' })
  if (userId !== null) await events.publish(tx, membershipsChanged, { systemId, userIds: [userId] })
  await events.publish(tx, systemChanged, { controllerId })
}

/** Makes everyone who activates an account with an invited address a member. */
function joinOpenedAccounts(kit: Kit): void {
  kit.jobs.process(accountOpened, async ({ userId, email }, tx) => {
    for (const { role, name, ...place } of await claimInvitations(tx, userId, email))
      await record(
        kit,
        tx,
        { ...place, systemName: name, userId },
        { userId, action: 'member join', after: { email, role } },
      )
  })
}

/** A member of another owner's system is answered like one that does not exist. */
function asMissing(error: unknown): never {
  const foreign = error instanceof Problem && error.code === 'system_not_found'
  throw foreign ? new Problem('not_found') : error
}

/** Content of the mail about a shared system. */
interface Shared {
  to: string
  product: string
  /** E-mail address of the owner: unlike a name, it cannot carry a message. */
  owner: string
  system: string
  role: MemberRole
  /** Public URL of the product. */
  site: string
}

const MAY: Record<MemberRole, string> = {
  operator: 'You may see it and change its settings.',
  viewer: 'You may see it, but not change it.',
}

/** @param hasAccount whether the address has an active account */
function sharedMail({ to, product, owner, system, role, site }: Shared, hasAccount: boolean): MailMessage {
  const then = hasAccount
    ? `It is on your list: ${site}/systems`
    : `Sign up with this e-mail address, and activate the account, to see it:\n\n${site}/signup`
  return {
    to,
    subject: `${system} was shared with you on ${product}`,
    text: `Hello,\n\n${owner} shares the irrigation system ${system} with you. ${MAY[role]}\n\n${then}\n\nIf you do not know ${owner}, ignore this mail.\n\n${product}\n`,
  }
}
