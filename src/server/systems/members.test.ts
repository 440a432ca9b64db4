/** Sharing a system: who may do it, whom it reaches, and what every refusal leaves behind. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { member, type Member, memberList, memberPath, memberPaths } from '../../contract/accounts/members.ts'
import { systemPaths } from '../../contract/systems.ts'
import { logIn, PASSWORD, type SignedIn } from '../testing/accounts.ts'
import type { Built } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { connectedSystem, farmIn, signedUpUser, validInput, sharedServer } from '../testing/factories.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const NORTH = '?system=North%20Quarter'

function sharing(built: Built, owner: SignedIn) {
  return {
    invite: (json: unknown, as: { headers: Record<string, string> } = owner, query = NORTH) =>
      built.call(`${memberPaths.list}${query}`, { json, headers: as.headers }),
    list: async (): Promise<Member[]> =>
      memberList.parse((await built.call(`${memberPaths.list}${NORTH}`, owner)).body),
    remove: (id: number, as = owner) => built.call(memberPath(id), { method: 'DELETE', headers: as.headers }),
    roleOf: async (user: SignedIn) => {
      const { body } = await built.call(systemPaths.list, user)
      return Array.isArray(body) ? body.map(({ role }) => role) : body
    },
  }
}

/** Removes the soft line breaks of quoted-printable. */
const plain = (mail: string) => mail.replaceAll('=\r\n', '')

interface Row {
  action: string
  outcome: string
}

/** Of the owner's system, or of calls of the owner that name none. */
async function audit(built: Built, { id }: SignedIn, systemId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`select action, user_id, system_name, before, after, outcome from audit
      where action like 'member%' and (system_id = ${systemId} or user_id = ${id}) order by id`.execute(
    built.kit.database.reader,
  )
  return rows
}

describe('an invitation', () => {
  it('makes someone with an account a member at once, with a mail and the given role', async () => {
    const { built, owner, systemId, send } = await farm()
    const guest = await signedUpUser(built)
    const { invite, list, roleOf } = sharing(built, owner)
    const answer = await invite({ email: guest.email.toUpperCase(), role: 'viewer' })
    const guestMember = { id: expect.any(Number), email: guest.email, role: 'viewer', state: 'active' }
    expect(answer).toMatchObject({ status: 201, body: guestMember })
    expect(await list()).toEqual([guestMember])
    expect(await roleOf(guest)).toEqual(['viewer'])
    expect((await send(validInput(), {}, guest)).status).toBe(403)
    const mail = plain(await built.mailTo(guest.email))
    expect(mail).toContain(`Subject: North Quarter was shared with you`)
    expect(mail).toContain(`${built.kit.site.url}/systems`)
    const again = await invite({ email: guest.email, role: 'operator' })
    expect(again).toMatchObject({ status: 201, body: { ...guestMember, role: 'operator' } })
    expect((await send(validInput(), {}, guest)).status).toBe(200)
    expect(await audit(built, owner, systemId)).toMatchObject([
      {
        action: 'member invite',
        user_id: owner.id,
        system_name: 'North Quarter',
        after: { role: 'viewer' },
        outcome: 'accepted',
      },
      { before: { role: 'viewer' }, after: { role: 'operator' }, outcome: 'accepted' },
    ])
  })

  // fails without the job that the activation of an account enqueues
  it('makes an address without an account a member once it has signed up and activated', async () => {
    const { built, owner, systemId } = await farm()
    const { invite, list } = sharing(built, owner)
    const email = 'new@farm.example'
    const invited = await invite({ email, role: 'operator' })
    expect(invited.body).toMatchObject({ email, role: 'operator', state: 'invited' })
    expect(plain(await built.mailTo(email))).toContain(`${built.kit.site.url}/signup`)
    const account = { name: 'New', email: 'New@farm.example', password: PASSWORD, re_password: PASSWORD }
    expect((await built.call(accountPaths.users, { json: account })).status).toBe(201)
    expect(await list()).toEqual([invited.body])
    const mail = await eventually('the activation mail', async () => {
      const newest = await built.mailTo('New@farm.example')
      return newest.includes('/activate/') ? plain(newest) : null
    })
    const [, uid = '', token = ''] = /\/activate\/([\w-]+)\/([\w-]+)/.exec(mail) ?? []
    expect((await built.call(accountPaths.activation, { json: { uid, token } })).status).toBe(204)
    await eventually('the membership', async () => ((await list())[0]?.state === 'active' ? true : null))
    expect(await list()).toMatchObject([
      { ...member.parse(invited.body), email: 'New@farm.example', state: 'active' },
    ])
    const { access } = await logIn(built, email)
    const answer = await built.call(systemPaths.list, { headers: { authorization: `JWT ${access}` } })
    expect(answer.body).toMatchObject([{ name: 'North Quarter', role: 'operator' }])
    expect(await audit(built, owner, systemId)).toMatchObject([
      { action: 'member invite' },
      { action: 'member join', after: { role: 'operator' } },
    ])
  })

  it('is refused with a reason, and audited', async () => {
    const { built, owner, systemId } = await farm()
    const { invite, list } = sharing(built, owner)
    const email = 'x@farm.example'
    const refused: [unknown, number, string][] = [
      [{ email, role: 'owner' }, 400, 'role_invalid'],
      [{ email }, 400, 'role_invalid'],
      [{ email: 'x', role: 'viewer' }, 400, 'email_invalid'],
      [{ email: 'x@y.example\r\nBcc: z@y.example', role: 'viewer' }, 400, 'email_invalid'],
      [{ email: 7, role: 'viewer' }, 400, 'email_invalid'],
      [{ email: `${'x'.repeat(300)}@y.example`, role: 'viewer' }, 400, 'email_invalid'],
      ['x', 400, 'invalid_request'],
      [{ email: owner.email, role: 'viewer' }, 409, 'already_owner'],
    ]
    for (const [body, status, code] of refused)
      expect([body, await invite(body)]).toMatchObject([body, { status, body: { code } }])
    expect(await list()).toEqual([])
    expect((await audit(built, owner, systemId)).map(({ outcome }) => outcome)).toEqual(
      refused.map(([, , code]) => code),
    )
    expect((await invite({ email, role: 'viewer' }, owner, '')).body).toMatchObject({
      code: 'system_not_selected',
    })
    expect((await invite({ email, role: 'viewer' }, owner, '?system=South')).status).toBe(404)
  })

  it('is refused after twenty mails within the hour', async () => {
    const { built, owner } = await farm()
    const { invite } = sharing(built, owner)
    const send = async (n: number) =>
      (await invite({ email: `guest-${n}@farm.example`, role: 'viewer' })).status
    for (let n = 0; n < 20; n += 1) expect(await send(n)).toBe(201)
    const refused = await invite({ email: 'one-more@farm.example', role: 'viewer' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    built.clock.advance(3_600_000)
    const { access } = await logIn(built, owner.email)
    const later = await invite(
      { email: 'one-more@farm.example', role: 'viewer' },
      { headers: { authorization: `JWT ${access}` } },
    )
    expect(later.status).toBe(201)
  })
})

describe('removing a member', () => {
  it('ends access at once', async () => {
    const { built, owner, send } = await farm()
    const guest = await signedUpUser(built)
    const { invite, list, remove, roleOf } = sharing(built, owner)
    await invite({ email: guest.email, role: 'operator' })
    await invite({ email: 'nobody@farm.example', role: 'viewer' })
    for (const { id } of await list()) {
      expect((await remove(id)).status).toBe(204)
      expect((await remove(id)).status).toBe(404)
    }
    expect(await list()).toEqual([])
    expect(await roleOf(guest)).toEqual([])
    expect((await send(validInput(), {}, guest)).status).toBe(404)
  })

  it('is not possible for the owner', async () => {
    const { built, owner, systemId } = await farm()
    const { rows } = await sql<{
      id: number
    }>`select id from memberships where system_id = ${systemId}`.execute(built.kit.database.reader)
    expect(await sharing(built, owner).remove(rows[0]?.id ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'owner_stays' },
    })
  })

  // fails without the owner check of `remove`
  it("of another owner's system is answered as not found, whatever the id", async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    const guest = await signedUpUser(built)
    const { invite, list, remove } = sharing(built, owner)
    await invite({ email: guest.email, role: 'operator' })
    const [found] = await list()
    const id = found?.id ?? 0
    const missing = { status: 404, body: { message: 'Not found.', detail: 'Not found.', code: 'not_found' } }
    expect(await remove(id, other)).toMatchObject(missing)
    for (const odd of ['999999', '0', '-1', 'x', '1.0', '%00', `${id}%20`, '9'.repeat(30), 'null'])
      expect([
        odd,
        await built.call(`/api/members/${odd}/`, { method: 'DELETE', headers: other.headers }),
      ]).toMatchObject([odd, missing])
    expect(await list()).toHaveLength(1)
  })

  it('is refused to operators and viewers, like every other call', async () => {
    const { built, owner } = await farm()
    const { invite, list, remove } = sharing(built, owner)
    for (const role of ['operator', 'viewer']) {
      const guest = await signedUpUser(built)
      await invite({ email: guest.email, role })
      const id = (await list()).find(({ email }) => email === guest.email)?.id ?? 0
      const refused = { status: 403, body: { code: 'owner_only' } }
      expect(await built.call(`${memberPaths.list}${NORTH}`, guest)).toMatchObject(refused)
      expect(await invite({ email: 'x@farm.example', role }, guest)).toMatchObject(refused)
      expect(await remove(id, guest)).toMatchObject(refused)
    }
    expect(await list()).toHaveLength(2)
  })
})
