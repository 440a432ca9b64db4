/** Suspect probes: which and why, and people's verdicts on them. */
import type { z } from 'zod'
import { type SuspectList, suspectsQuery, type SuspicionKind, verdictBody } from '../../contract/probes.ts'
import type { PrescriptionInputs } from '../../contract/prescriptions.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { probesPlaced } from '../probes/probes.events.ts'
import { mayChange, type System } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { commandAt, lockSystem } from '../systems/settings.store.ts'
import { computeInWeather } from './computation.rules.ts'
import type { Computation } from './computed-prescription.ts'
import { readField, inputsOf } from './field-inputs.ts'
import { selectPrescription } from './prescriptions.store.ts'
import { deleteVerdict, putVerdict } from '../suspects/suspects.store.ts'

export interface Suspects {
  /** @throws Problem('system_not_found') */
  list(userId: number, query: unknown): Promise<SuspectList>
  /** @throws Problem; 'not_found' for a probe outside the circle */
  say(user: { id: number; name: string }, body: unknown): Promise<SuspectList>
}

export function createSuspects(kit: Kit): Suspects {
  const { clock, database, events } = kit

  async function listOf(system: System): Promise<SuspectList> {
    const { reader } = database
    const settings = (await commandAt(reader, system.id, system.settingsRev))?.after ?? null
    const field = await readField(database, system, clock.now())
    const computation = computeInWeather(field, inputsOf(field, settings))
    const running = await selectPrescription(reader, system.id)
    return {
      system: system.name,
      probes: suspectsOf(computation),
      held: computation.dryOnOneWord && running?.fingerprint !== computation.fingerprint,
    }
  }

  return {
    async list(userId, query) {
      const { system: name } = readBody(suspectsQuery, query)
      return listOf(await database.asCustomer(userId, (tx) => systemOf(tx, userId, name)))
    },

    say: ({ id: userId, name: by }, body) =>
      attempted(kit, { userId, action: 'probe verdict', after: auditable(body, AUDITED) }, async () => {
        const { system: name, probe, verdict } = readBody(verdictBody, body)
        const ownSystem = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
        mayChange(ownSystem)
        const { probes } = await readField(database, ownSystem, clock.now())
        if (!probes.some(({ number }) => number === probe)) throw new Problem('not_found')
        const about = aboutOf((await listOf(ownSystem)).probes.find(({ number }) => number === probe))
        const system = await database.asCustomer(userId, async (tx) => {
          const found = await systemOf(tx, userId, name)
          mayChange(found)
          await lockSystem(tx, found.id)
          if (verdict === 'ask') await deleteVerdict(tx, found.id, probe)
          else await putVerdict(tx, found.id, userId, { probe, verdict, about, by, at: clock.now() })
          const server = await continueAsServer(tx)
          await recordAudit(server, {
            at: clock.now(),
            userId,
            action: 'probe verdict',
            systemId: found.id,
            systemName: found.name,
            after: { probe, verdict, about },
            outcome: 'accepted',
          })
          // a verdict changes map and prescription like a placement does
          await events.publish(server, probesPlaced, { controllerId: found.controllerId })
          return found
        })
        return listOf(system)
      }),
  }
}

const AUDITED = ['system', 'probe', 'verdict'] satisfies (keyof z.infer<typeof verdictBody>)[]

/** All current reasons for suspicion, and what was confirmed before. */
function aboutOf(suspect: SuspectList['probes'][number] | undefined): string[] {
  const confirmedBefore = suspect?.verdict?.about ?? []
  const now = [...(suspect?.sensors ?? []).map(({ suspicion }) => suspicion), suspect?.doubt?.doubt ?? []]
  return [...new Set([...confirmedBefore, ...now.flat()])].filter((doubt) => doubt !== 'DISTRUSTED')
}

/** Probes with a suspicion, and those with a verdict. */
function suspectsOf({ inputs }: Pick<Computation, 'inputs'>): SuspectList['probes'] {
  return inputs.probes.flatMap((probe) => {
    const sensors = probe.layers.flatMap(({ depth_cm, state, suspicion, value, at }) =>
      state === 'suspect' && isSuspicion(suspicion) ? [{ depth_cm, suspicion, value, at }] : [],
    )
    const doubt = doubtOf(inputs, probe.number)
    const verdict = probe.verdict ?? null
    return sensors.length > 0 || doubt || verdict ? [{ number: probe.number, sensors, doubt, verdict }] : []
  })
}

function doubtOf({ doubts = [] }: PrescriptionInputs, number: number) {
  return doubts.find(({ probe }) => probe === number) ?? null
}

const SUSPICIONS: readonly string[] = [
  'STILL',
  'JUMP',
  'TOO_WET',
  'STAYS_WET',
  'DISTRUSTED',
] satisfies SuspicionKind[]

function isSuspicion(text: string | null): text is SuspicionKind {
  return text !== null && SUSPICIONS.includes(text)
}
