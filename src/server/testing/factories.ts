/** Users and machines for tests, created by the same rules as a customer's. */
import { afterEach } from 'vitest'
import { type SystemInput, systemPaths } from '../../contract/systems.ts'
import type { ConnectRequest } from '../provider/connect.rules.ts'
import { type Connected, createProvider, type Provider } from '../provider/provider.service.ts'
import { systemOf } from '../systems/membership.store.ts'
import { CHANGES_A_SECOND } from '../kit/rate-limit.ts'
import { type SignedIn, signedIn } from './accounts.ts'
import { type Answer, build, type Built, shared } from './build.ts'

let people = 0

/**
 * One server for all tests of a file, or of the `describe` that calls this, which must not notice each other (see `shared`).
 * A name belongs to one system of an installation: after each test its systems give theirs up.
 */
export function sharedServer(variables: Record<string, string> = {}): () => Built {
  const server = shared(() => build(variables))
  afterEach(() => freeNames(server()))
  return server
}

/** A new account, signed in, used by one test only. */
export async function signedUpUser(built: Built): Promise<SignedIn> {
  people += 1
  return signedIn(built, `farmer-${people}`)
}

export function providerOf({ kit }: Built): Provider {
  return createProvider(kit)
}

/** A machine of three towers in Alberta by default. */
export async function connectedSystem(
  built: Built,
  owner: { email: string },
  request: Partial<Omit<ConnectRequest, 'owner'>> = {},
): Promise<Connected> {
  return providerOf(built).connect({
    owner: owner.email,
    name: 'North Quarter',
    latitude: 51.06,
    longitude: -114.15,
    towerRadiiM: [60, 120, 180],
    overhangM: 10,
    timeZone: 'America/Edmonton',
    ...request,
  })
}

/** Valid settings. */
export function validInput(
  change: Record<string, unknown> = {},
): Extract<SystemInput, { is_system_on: true }> & Record<string, unknown> {
  return {
    system_name: 'North Quarter',
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: 0.8,
    root_depth: 30,
    target_moisture: 70,
    towers: { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false },
    ...change,
  }
}

/** A server with one owner of one system, and a function that sends a setting, by default as the owner. */
export function farm() {
  return farmOn({})
}

/** The same with environment variables. */
export async function farmOn(variables: Record<string, string>) {
  return farmIn(await build(variables))
}

/** On a server that tests share: systems of earlier tests give up their names, which are unique in an installation. */
export async function freeNames({ kit }: Built): Promise<void> {
  await kit.database.pool.query(`update systems set name = 'Earlier ' || id`)
}

/** The same on a server that tests share. */
export async function farmIn(built: Built) {
  await freeNames(built)
  const owner = await signedUpUser(built)
  const connected = await connectedSystem(built, owner)
  const { id: systemId, controllerId } = await systemOf(built.kit.database.reader, owner.id, connected.system)
  const send = (json: unknown, headers: Record<string, string> = {}, as = owner): Promise<Answer> => {
    // not faster, by the server's clock, than the rate limit of a customer
    built.clock.advance(1000 / CHANGES_A_SECOND)
    return built.call(systemPaths.input, { json, headers: { ...as.headers, ...headers } })
  }
  return { built, owner, connected, systemId, controllerId, send }
}
