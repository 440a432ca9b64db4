/** Checks a machine against the rules of docs/controllers.md, by acting as its server on a separate broker. */
import { checkCredential, selectNewestRev } from '../devices/controllers.store.ts'
import type { PortsConfig } from '../devices/broker/broker-ports.ts'
import { selectLinks } from '../devices/links.store.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { systemById } from '../systems/membership.store.ts'
import { findSystem } from '../systems/systems.store.ts'
import { CHECKS, NEEDED } from './checks.ts'
import { openLoneBroker } from './lone-broker.ts'
import { createTrial, NotKept, NotTried, type Patience } from './trial.ts'

export interface Finding {
  rule: string
  verdict: 'kept' | 'broken' | 'not tried'
  why: string | null
}

export interface ConformanceRequest {
  name: string
  ports: PortsConfig
  patience: Patience
  /** Restarts the machine; null if nobody can. */
  restart: (() => Promise<void>) | null
  /** Called once the machine may connect. */
  opened(ports: { port: number; tlsPort: number | null }): void
  /** Called with the result of each rule. */
  found(finding: Finding): void
  /** Also with water on: the trial then decides what is applied. */
  wet: boolean
}

/**
 * The machine connects with its own credentials; the installation and its broker are not touched. The trial's states have
 * revisions above all that the server has issued, and the last one is uniform water: when the machine returns to the
 * server, it is sent the newest setting with a revision above them.
 *
 * @throws Problem('system_not_found'), or 'machine_is_there' while it is connected to the server
 */
export async function tryMachine(
  { clock, database, log }: Pick<Kit, 'clock' | 'database' | 'log'>,
  request: ConformanceRequest,
): Promise<Finding[]> {
  const { reader } = database
  const key = await findSystem(reader, request.name)
  if (!key) throw new Problem('system_not_found')
  const { controllerId } = await systemById(reader, key.id)
  const link = (await selectLinks(reader, [controllerId], clock.now())).get(controllerId)
  if (!link || link.online) throw new Problem('machine_is_there')
  const broker = await openLoneBroker(request.ports, log, {
    topicId: link.topicId,
    authenticate: (id, secret) => checkCredential(reader, id, secret),
  })
  try {
    request.opened(broker)
    const aboveRev = await selectNewestRev(reader, controllerId)
    const trial = createTrial({ broker, aboveRev, patience: request.patience, restart: request.restart })
    return await tryAll(trial, request)
  } finally {
    await broker.close()
  }
}

async function tryAll(
  trial: ReturnType<typeof createTrial>,
  { found, wet }: ConformanceRequest,
): Promise<Finding[]> {
  const findings: Finding[] = []
  let reason: string | null = null
  for (const check of CHECKS) {
    const finding: Finding = { rule: check.rule, ...(await judge(() => tryOne(check))) }
    findings.push(finding)
    found(finding)
    if (finding.verdict !== 'kept' && NEEDED.includes(check)) reason = 'it cannot be sent anything'
  }
  if (!reason) await leaveUniform()
  return findings

  async function tryOne(check: (typeof CHECKS)[number]): Promise<void> {
    if (reason) throw new NotTried(reason)
    if (!wet && !NEEDED.includes(check) && trial.isWet()) throw new NotTried('it says that water is on')
    await check.try(trial)
  }

  /** Whatever happened before: the valves are left open. */
  async function leaveUniform(): Promise<void> {
    await trial.send(trial.state({ mode: 'UNIFORM' }))
    await new Promise((resolve) => setTimeout(resolve, trial.patience.quietMs))
  }
}

async function judge(work: () => Promise<void>): Promise<Pick<Finding, 'verdict' | 'why'>> {
  try {
    await work()
    return { verdict: 'kept', why: null }
  } catch (error) {
    if (error instanceof NotKept) return { verdict: 'broken', why: error.message }
    if (error instanceof NotTried) return { verdict: 'not tried', why: error.message }
    throw error
  }
}
