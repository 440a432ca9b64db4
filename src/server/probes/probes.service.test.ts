/** Placements: saved, replaced, deleted by their owner only, and which of them belong to a system. */
import { describe, expect, it } from 'vitest'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { type ProbeGroup, probeGroup, probePaths } from '../../contract/probes.ts'
import { setMember } from '../systems/systems.store.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built } from '../testing/build.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'
import { systemOf } from '../systems/membership.store.ts'
import { placedProbes } from './placed-probes.ts'

const PIVOT = { lat: 51.06, lng: -114.15 }

/** A probe so many metres east and north of the pivot of the usual test system. */
function at(x: number, y: number, number: string): [number, number, string] {
  const { lat, lng } = toLatLng(PIVOT, { x, y })
  return [lat, lng, number]
}

async function save(
  built: Built,
  user: SignedIn,
  probes: unknown[],
  fieldName = 'North',
): Promise<ProbeGroup> {
  const answer = await built.call(probePaths.save, { headers: user.headers, json: { fieldName, probes } })
  expect(answer.status).toBe(201)
  return probeGroup.parse(answer.body)
}

describe('sets of probes', () => {
  it('are saved, listed, replaced and deleted', async () => {
    const built = await build()
    const pat = await signedUpUser(built)
    const saved = await save(built, pat, [at(10, 20, '007'), at(-30, 5, '12')], '  North field ')
    expect(saved).toMatchObject({
      field_name: 'North field',
      probes: [
        [expect.any(Number), expect.any(Number), '7'],
        [51.06 + 5 / 6_378_137 / (Math.PI / 180), expect.any(Number), '12'],
      ],
    })
    expect((await built.call(probePaths.saved, { headers: pat.headers })).body).toEqual([saved])
    const changed = await built.call(probePaths.update(saved.id), {
      method: 'PUT',
      headers: pat.headers,
      json: { fieldName: 'North field', probes: [at(1, 1, '3')] },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { id: saved.id, probes: [[expect.any(Number), expect.any(Number), '3']] },
    })
    const deletion = await built.call(probePaths.delete(saved.id), { method: 'DELETE', headers: pat.headers })
    expect(deletion).toMatchObject({ status: 204, body: null })
    expect((await built.call(probePaths.saved, { headers: pat.headers })).body).toEqual([])
  })

  it('are refused with the right message if something is missing, and nothing is stored', async () => {
    const built = await build()
    const { headers } = await signedUpUser(built)
    const incomplete = 'Please provide a field name and ensure probes are placed.'
    const cases: [unknown, string][] = [
      [{ fieldName: '', probes: [at(0, 0, '1')] }, incomplete],
      [{ fieldName: '   ', probes: [at(0, 0, '1')] }, incomplete],
      [{ fieldName: 'N', probes: [] }, incomplete],
      [{ fieldName: 'N' }, incomplete],
      [[], incomplete],
      [
        { fieldName: 'N', probes: [at(0, 0, '1'), at(5, 5, '001')] },
        'Two probes of one set cannot have the same number.',
      ],
      [{ fieldName: 'N', probes: [at(0, 0, 'x1')] }, 'Error saving probes.'],
      [{ fieldName: 'N', probes: [[91, 0, '1']] }, 'Error saving probes.'],
      [{ fieldName: 'N\u0000', probes: [at(0, 0, '1')] }, 'Error saving probes.'],
      [{ fieldName: 'N\uD800', probes: [at(0, 0, '1')] }, 'Error saving probes.'],
      [{ fieldName: 'N'.repeat(81), probes: [at(0, 0, '1')] }, 'Error saving probes.'],
    ]
    for (const [json, message] of cases)
      expect(await built.call(probePaths.save, { headers, json })).toMatchObject({
        status: 400,
        body: { message },
      })
    expect((await built.call(probePaths.saved, { headers })).body).toEqual([])
    expect((await built.call(probePaths.saved)).status).toBe(401)
  })

  // planted fault that this caught: a delete by id alone
  it('do not exist for anyone else, and stay unchanged', async () => {
    const built = await build()
    const [pat, sam] = [await signedUpUser(built), await signedUpUser(built)]
    const saved = await save(built, pat, [at(0, 0, '1')])
    const json = { fieldName: 'mine now', probes: [at(9, 9, '9')] }
    for (const id of [
      String(saved.id),
      '999999',
      '99999999999999',
      '-1',
      '1.0',
      'x',
      '%00',
      '1%20or%201=1',
    ]) {
      const update = await built.call(`/api/update-probe-group/${id}/`, {
        method: 'PUT',
        headers: sam.headers,
        json,
      })
      const remove = await built.call(`/api/delete-probe-group/${id}/`, {
        method: 'DELETE',
        headers: sam.headers,
      })
      const missing = { message: 'Not found.', detail: 'Not found.', code: 'not_found' }
      expect([update.status, update.body, remove.status, remove.body]).toEqual([404, missing, 404, missing])
    }
    expect((await built.call(probePaths.saved, { headers: pat.headers })).body).toEqual([saved])
    expect((await built.call(probePaths.saved, { headers: sam.headers })).body).toEqual([])
  })

  it("are separated by row-level security: the customer role sees one person's only", async () => {
    const built = await build()
    const [pat, sam] = [await signedUpUser(built), await signedUpUser(built)]
    await save(built, pat, [at(0, 0, '1')])
    const counted = await built.kit.database.asCustomer(sam.id, async (tx) => {
      const tables = tx.withTables<{ probe_groups: { id: number }; placed_probes: { number: number } }>()
      const groups = await tables.selectFrom('probe_groups').select('id').execute()
      const placed = await tables.selectFrom('placed_probes').select('number').execute()
      return [groups.length, placed.length]
    })
    expect(counted).toEqual([0, 0])
  })
})

describe('the probes of a system', () => {
  it('are those inside its circle, and the newest set that places a number counts', async () => {
    const built = await build()
    const [pat, sam, kim, zoe] = [
      await signedUpUser(built),
      await signedUpUser(built),
      await signedUpUser(built),
      await signedUpUser(built),
    ]
    await connectedSystem(built, pat)
    const system = await systemOf(built.kit.database.reader, pat.id, 'North Quarter')
    await built.kit.database.write(async (tx) => {
      await setMember(tx, system.id, sam.id, 'operator')
      await setMember(tx, system.id, kim.id, 'viewer')
    })
    const first = await save(built, pat, [at(0, 100, '1'), at(50, 0, '2'), at(0, 191, '3')])
    await save(built, sam, [at(-50, 0, '02'), at(0, -189, '4')])
    await save(built, kim, [at(10, 10, '5')])
    await save(built, zoe, [at(10, 10, '6')])
    // another field of the same owner, with the same numbers
    await save(built, pat, [[50, -112, '1']], 'South')
    const placed = async () => {
      const probes = await placedProbes(built.kit.database.reader, system)
      return probes.map(({ number, x, y }) => [number, Math.round(x), Math.round(y)])
    }
    expect(await placed()).toEqual([
      [1, 0, 100],
      [2, -50, 0],
      [4, 0, -189],
    ])
    await built.call(probePaths.update(first.id), {
      method: 'PUT',
      headers: pat.headers,
      json: { fieldName: 'North', probes: [at(60, 0, '2')] },
    })
    expect(await placed()).toEqual([
      [2, 60, 0],
      [4, 0, -189],
    ])
  })
})
