/** People on the desk: search, help with an account, disabling, and export or erasure of their data on request. */
import {
  eraseBody,
  mailBody,
  type People,
  type PersonAct,
  personActBody,
  type PersonExport,
  type PersonRow,
} from '#contract/accounts/desk-people.ts'
import { DESK_PAGE } from '#contract/accounts/desk.ts'
import { reasonBody } from '#contract/accounts/desk-acts.ts'
import { accountOpened } from '../../accounts/accounts.jobs.ts'
import {
  type CredentialRow,
  deleteUser,
  lockAccount,
  setActive,
  setDisabled,
} from '../../accounts/accounts.store.ts'
import { sendLink } from '../../accounts/link-mails.ts'
import { useMailTokens } from '../../accounts/mail-tokens.store.ts'
import { sessionsEnded } from '../../accounts/sessions/sessions.events.ts'
import { revokeAll } from '../../accounts/sessions/sessions.store.ts'
import { accountSubject } from '../../accounts/throttling/password-check.service.ts'
import { createThrottles } from '../../accounts/throttling/throttles.ts'
import { auditable } from '../../audit/audit.ts'
import { type AuditAction, recordAudit } from '../../audit/audit.store.ts'
import type { Kit } from '../../installation/kit.ts'
import { continueAsServer, type Reader, type ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import { type Actor, recorded } from '../acts/act.service.ts'
import { anonymizeName, selectEverythingOf, selectPeople, selectPerson } from './people.store.ts'

/** Replaces an erased name. */
const FORMER = 'Former user'

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database' | 'events' | 'jobs' | 'secret'>

export interface DeskPeople {
  list(actor: Actor, query: { search?: string | undefined; after?: string | undefined }): Promise<People>
  /** @throws Problem('not_found') */
  one(actor: Actor, id: number): Promise<PersonRow>
  /** @throws Problem for a provider or a disabled account, or when the account to activate is active already */
  mail(actor: Actor, id: number, body: unknown): Promise<void>
  /** @throws Problem likewise */
  act(actor: Actor, id: number, body: unknown): Promise<PersonRow>
  export(actor: Actor, id: number, body: unknown): Promise<PersonExport>
  /** Its systems stay with the provider. @throws Problem('address_not_confirmed') */
  erase(actor: Actor, id: number, body: unknown): Promise<void>
}

export function createDeskPeople(kit: Needs): DeskPeople {
  const { clock, database, events, jobs } = kit

  const readAs = <T>(actor: Actor, work: (db: Reader) => Promise<T>): Promise<T> =>
    actor === null ? work(database.reader) : database.asProvider(actor.id, work)

  /** Found with the provider's role, locked, changed as the server, and audited. */
  function actOn<T>(
    actor: Actor,
    id: number,
    { action, after }: { action: AuditAction; after: Record<string, unknown> },
    work: (tx: ServerTx, account: CredentialRow) => Promise<T>,
  ): Promise<T> {
    const carryOut = async (tx: ServerTx): Promise<T> => {
      const account = await lockAccount(tx, id)
      if (!account) throw new Problem('not_found')
      if (account.provider) throw new Problem('account_of_provider')
      const answer = await work(tx, account)
      await recordAudit(tx, {
        at: clock.now(),
        userId: actor?.id ?? null,
        action,
        // only the id: after erasure the audit must not identify the person
        after: { person: id, ...after },
        outcome: 'accepted',
      })
      return answer
    }
    return recorded(kit, actor, { action, after: { person: id, ...after } }, () =>
      actor === null
        ? database.write(carryOut)
        : database.asProvider(actor.id, async (tx) => {
            if (!(await selectPerson(tx, id))) throw new Problem('not_found')
            return carryOut(await continueAsServer(tx))
          }),
    )
  }

  async function endLogins(tx: ServerTx, id: number): Promise<void> {
    await revokeAll(tx, id, clock.now())
    await events.publish(tx, sessionsEnded, { userId: id, family: null })
  }

  const acts: Record<PersonAct, (tx: ServerTx, account: CredentialRow) => Promise<void>> = {
    async activate(tx, { id, email, active, disabled_at }) {
      if (disabled_at) throw new Problem('account_disabled')
      if (active) throw new Problem('account_is_open')
      await useMailTokens(tx, id, 'activation', clock.now())
      await setActive(tx, id)
      await jobs.enqueue(tx, accountOpened, { userId: id, email })
    },
    async unlock(_, { email }) {
      await createThrottles(kit).forget({ limit: 'account', subject: accountSubject(email) })
    },
    async disable(tx, { id }) {
      await setDisabled(tx, id, clock.now(), false)
      await endLogins(tx, id)
    },
    async enable(tx, { id, disabled_at }) {
      if (disabled_at) await setDisabled(tx, id, null, true)
    },
  }

  return {
    async list(actor, { search, after }) {
      const filter = { search, after: after === undefined ? undefined : Number(after) }
      const rows = await database.slowly(() => readAs(actor, (db) => selectPeople(db, filter, DESK_PAGE + 1)))
      const page = rows.slice(0, DESK_PAGE)
      return { people: page, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null }
    },

    one: (actor, id) => readAs(actor, (db) => mustFind(db, id)),

    mail: (actor, id, body) =>
      actOn(
        actor,
        id,
        {
          action: 'person mail',
          after: auditable(body, ['purpose', 'reason'] satisfies (keyof typeof mailBody.shape)[]) ?? {},
        },
        async (tx, { email, active, disabled_at }) => {
          const { purpose } = readBody(mailBody, body)
          if (disabled_at) throw new Problem('account_disabled')
          if (purpose === 'activation' && active) throw new Problem('account_is_open')
          if (purpose === 'reset' && !active) throw new Problem('account_not_open')
          await jobs.enqueue(tx, sendLink, { email, purpose })
        },
      ),

    act: (actor, id, body) =>
      actOn(
        actor,
        id,
        {
          action: 'person act',
          after: auditable(body, ['act', 'reason'] satisfies (keyof typeof personActBody.shape)[]) ?? {},
        },
        async (tx, account) => {
          await acts[readBody(personActBody, body).act](tx, account)
          return mustFind(tx, id)
        },
      ),

    export: (actor, id, body) =>
      database.slowly(() =>
        actOn(
          actor,
          id,
          {
            action: 'person export',
            after: auditable(body, ['reason'] satisfies (keyof typeof reasonBody.shape)[]) ?? {},
          },
          async (tx) => {
            readBody(reasonBody, body)
            return {
              made_at: clock.now().toISOString(),
              person: await mustFind(tx, id),
              ...(await selectEverythingOf(tx, id)),
            }
          },
        ),
      ),

    erase: (actor, id, body) =>
      actOn(
        actor,
        id,
        {
          action: 'person erase',
          after: auditable(body, ['reason'] satisfies (keyof typeof eraseBody.shape)[]) ?? {},
        },
        async (tx, { email }) => {
          const { confirm } = readBody(eraseBody, body)
          if (confirm.trim().toLowerCase() !== email.toLowerCase())
            throw new Problem('address_not_confirmed', { field: 'confirm' })
          await anonymizeName(tx, id, FORMER)
          await deleteUser(tx, id)
          await events.publish(tx, sessionsEnded, { userId: id, family: null })
        },
      ),
  }
}

async function mustFind(db: Reader, id: number): Promise<PersonRow> {
  const found = await selectPerson(db, id)
  if (!found) throw new Problem('not_found')
  return found
}
