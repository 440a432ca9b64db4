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
import { createTrial, NotKept, NotTried, type Patience, type Trial } from './trial.ts'

export interface Finding {
  rule: string
  verdict: 'kept' | 'broken' | 'not tried'
  why: string | null
}

export interface ConformanceRequest {
  name: string
  ports: PortsConfig
  patience: Patience
  /** Restarts the machine. @throws NotTried if it fails; null if nobody can. */
  restart: ((callOff: AbortSignal) => Promise<void>) | null
  /** Called once the machine may connect. */
  opened(ports: { port: number; tlsPort: number | null }): void
  /** Called with the result of each rule. */
  found(finding: Finding): void
  /** Also with water on: the trial then decides what is applied. */
  wet: boolean
  /** Called with what a person should know meanwhile, one sentence each. */
  note(text: string): void
  /** Ends the trial early; the valves are still left open. */
  callOff: AbortSignal
}

/**
 * The machine connects with its own credentials; the installation and its broker are not touched. The trial's states have
 * revisions above all that the server has issued, and the last one is uniform water: when the machine returns to the
 * server, it is sent the newest setting with a revision above them.
 *
 * @returns the findings until it was called off
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
  const { ports, patience, restart, wet, note, callOff } = request
  const broker = await openLoneBroker(ports, log, {
    topicId: link.topicId,
    authenticate: (id, secret) => checkCredential(reader, id, secret),
    turnedAway: withoutRepeats((why) => note(`A connection is not accepted: ${why}.`)),
  })
  try {
    request.opened(broker)
    const aboveRev = await selectNewestRev(reader, controllerId)
    const trial = createTrial({ broker, aboveRev, patience, restart, wet, waits: note, callOff })
    try {
      return await tryAll(trial, request)
    } finally {
      if (callOff.aborted) note('The valves are being opened again; wait for it.')
      if (!(await trial.leaveOpen()))
        note('It has not said that it opened its valves: see to it that what it runs now may run.')
    }
  } finally {
    await broker.close()
  }
}

async function tryAll(trial: Trial, { found, callOff }: ConformanceRequest): Promise<Finding[]> {
  const findings: Finding[] = []
  let reason: string | null = null
  for (const check of CHECKS) {
    const judgement = await judge(async () => {
      if (reason) throw new NotTried(reason)
      await check.try(trial)
    }).catch((error: unknown) => {
      if (callOff.aborted) return null
      throw error
    })
    if (!judgement) break
    const finding: Finding = { rule: check.rule, ...judgement }
    findings.push(finding)
    found(finding)
    if (finding.verdict !== 'kept' && NEEDED.includes(check)) reason = 'it cannot be sent anything'
  }
  return findings
}

/** A machine that is not accepted tries again every few seconds. */
function withoutRepeats(tell: (text: string) => void): (text: string) => void {
  let last: string | undefined
  return (text) => {
    if (text !== last) tell(text)
    last = text
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
