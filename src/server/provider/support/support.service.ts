/** Support sessions: a provider sees a customer's screens with consent, read-only, for a limited time, audited for both. */
import { randomBytes } from 'node:crypto'
import { allowBody, lookBody, type OpenedView, type SupportAccess } from '#contract/accounts/support.ts'
import { lockAccount } from '../../accounts/accounts.store.ts'
import { sessionsEnded } from '../../accounts/sessions/sessions.events.ts'
import { cookieHash } from '../../accounts/sessions/sessions.store.ts'
import type { Tokens } from '../../accounts/sessions/tokens.ts'
import { attempted, auditable } from '../../audit/audit.ts'
import { type AuditAction, recordAudit } from '../../audit/audit.store.ts'
import type { Kit } from '../../installation/kit.ts'
import { continueAsServer, type ServerTx } from '../../kit/postgres/transactions.ts'
import { asServer } from '../../kit/read-only.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import { type Actor, recorded } from '../acts/act.service.ts'
import {
  closeViews,
  insertView,
  isSeen,
  languageOf,
  lockConsent,
  putConsent,
  putRequest,
  selectAccess,
} from './support.store.ts'

const HOUR_MS = 3_600_000
/** Maximum length of a session, however long the consent; to continue, the provider opens another one with a reason. */
const LOOK_MS = HOUR_MS

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'config' | 'database' | 'events' | 'mail' | 'site'>

export interface Support {
  /** The customer's view of it. */
  access(userId: number): Promise<SupportAccess>
  /** @throws Problem('support_hours_invalid') */
  allow(userId: number, body: unknown): Promise<SupportAccess>
  /** Declines the request, and ends open sessions. */
  end(userId: number): Promise<SupportAccess>
  /** Sends the customer a mail. @throws Problem for a provider's or an inactive account */
  ask(actor: Actor, id: number, body: unknown): Promise<void>
  /**
   * One at a time: what this provider had open before is closed.
   *
   * @returns what the page needs, and the value of the cookie for its pictures
   * @throws Problem('view_not_allowed')
   */
  open(
    actor: { id: number; name: string },
    id: number,
    body: unknown,
  ): Promise<{ opened: OpenedView; cookie: string }>
  close(actor: { id: number }): Promise<void>
}

export function createSupport(kit: Needs, tokens: Pick<Tokens, 'signView'>): Support {
  const { clock, database, events } = kit

  const record = (tx: ServerTx, userId: number | null, action: AuditAction, after: object) =>
    recordAudit(tx, { at: clock.now(), userId, action, after, outcome: 'accepted' })

  /** Open streams of the session are closed with it. */
  async function closeAll(tx: ServerTx, of: { userId: number } | { providerId: number }): Promise<number[]> {
    const closed = await closeViews(tx, of, clock.now())
    for (const { id, userId } of closed) await events.publish(tx, sessionsEnded, { userId, family: id })
    return closed.map(({ userId }) => userId)
  }

  /** The account is found with the provider's role; the rest is done as the server. */
  function actOn<T>(actor: Actor, id: number, work: (tx: ServerTx) => Promise<T>): Promise<T> {
    if (actor === null) return database.write(work)
    return database.asProvider(actor.id, async (tx) => {
      if (!(await isSeen(tx, id))) throw new Problem('not_found')
      return work(await continueAsServer(tx))
    })
  }

  async function mustBeOpen(tx: ServerTx, id: number) {
    const account = await lockAccount(tx, id)
    if (!account) throw new Problem('not_found')
    if (account.provider) throw new Problem('account_of_provider')
    if (!account.active) throw new Problem('account_not_open')
    return account
  }

  const access = (userId: number) =>
    database.asCustomer(userId, (tx) => selectAccess(tx, userId, clock.now()))

  /** The customer's own decision. */
  async function decide(
    userId: number,
    action: 'view allow' | 'view end',
    after: Record<string, unknown>,
    work: (tx: ServerTx) => Promise<object>,
  ): Promise<SupportAccess> {
    await attempted(kit, { userId, action, after }, () =>
      database.write(async (tx) => {
        await lockAccount(tx, userId)
        await record(tx, userId, action, { ...after, ...(await work(tx)) })
      }),
    )
    return access(userId)
  }

  return {
    access,

    allow: (userId, body) =>
      decide(
        userId,
        'view allow',
        auditable(body, ['hours'] satisfies (keyof typeof allowBody.shape)[]) ?? {},
        async (tx) => {
          const { hours } = readBody(allowBody, body)
          const until = new Date(clock.now().getTime() + hours * HOUR_MS)
          await putConsent(tx, userId, until)
          return { until: until.toISOString() }
        },
      ),

    end: (userId) =>
      decide(userId, 'view end', {}, async (tx) => {
        await putConsent(tx, userId, null)
        return { closed: (await closeAll(tx, { userId })).length }
      }),

    ask: (actor, id, body) => {
      const after = { person: id, ...auditable(body, ['reason'] satisfies (keyof typeof lookBody.shape)[]) }
      const work = async (tx: ServerTx) => {
        const { email } = await mustBeOpen(tx, id)
        const { reason: why } = readBody(lookBody, body)
        const by = actor?.name ?? kit.config.brand.product
        await putRequest(tx, { userId: id, by, why, at: clock.now() })
        const inFrench = (await languageOf(tx, id)) === 'fr'
        await kit.mail.send(tx, { to: email, ...requestMail(kit, { by, why, inFrench }) })
        await record(tx, actor?.id ?? null, 'view ask', after)
      }
      return recorded(kit, actor, { action: 'view ask', after }, () => actOn(actor, id, work))
    },

    open: (actor, id, body) => {
      const after = { person: id, ...auditable(body, ['reason'] satisfies (keyof typeof lookBody.shape)[]) }
      return recorded(kit, actor, { action: 'view open', after }, () =>
        actOn(actor, id, async (tx) => {
          const { name } = await mustBeOpen(tx, id)
          const { reason: why } = readBody(lookBody, body)
          const openedAt = clock.now()
          const until = await lockConsent(tx, id, openedAt)
          if (!until) throw new Problem('view_not_allowed')
          await closeAll(tx, { providerId: actor.id })
          const endsAt = new Date(Math.min(until.getTime(), openedAt.getTime() + LOOK_MS))
          const [view, cookie] = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url')]
          const parties = { userId: id, providerId: actor.id, viewer: actor.name }
          await insertView(tx, { id: view, ...parties, why, openedAt, endsAt, hash: cookieHash(cookie) })
          await record(tx, actor.id, 'view open', { ...after, until: endsAt.toISOString() })
          const token = tokens.signView({ userId: id, view, issuedAt: openedAt, endsAt })
          return { opened: { access: token, name, ends_at: endsAt.toISOString() }, cookie }
        }),
      )
    },

    // until it is closed the session is read-only
    close: ({ id }) =>
      asServer(() =>
        database.write(async (tx) => {
          for (const person of await closeAll(tx, { providerId: id }))
            await record(tx, id, 'view close', { person })
        }),
      ),
  }
}

function requestMail(
  { config, site }: Pick<Needs, 'config' | 'site'>,
  { by, why, inFrench }: { by: string; why: string; inFrench: boolean },
) {
  const { product } = config.brand
  const address = `${site.url}/support-access`
  return inFrench
    ? {
        subject: `Votre fournisseur demande à voir vos écrans de ${product}`,
        text: `Bonjour,\n\n${by}, du soutien de votre fournisseur, demande à voir vos écrans de ${product}\u00A0: ${why}\n\nPermettez-le pour un temps, ou refusez\u00A0:\n\n${address}\n\nRien ne peut être changé ainsi, et vous pouvez y mettre fin à tout moment. Tant que vous ne répondez pas, personne ne voit rien.\n\n${product}\n`,
      }
    : {
        subject: `Your provider asks to see your screens on ${product}`,
        text: `Hello,\n\n${by} of your provider's support asks to see your screens on ${product}: ${why}\n\nAllow it for a time, or decline:\n\n${address}\n\nNothing can be changed that way, and you can end it at any time. Until you answer, nobody sees anything.\n\n${product}\n`,
      }
}
