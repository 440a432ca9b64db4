/** Watches the status shown to owners: never older than what was acknowledged, never false. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryState } from '#contract/delivery.ts'
import { systemList, systemPaths, type SystemView } from '#contract/systems.ts'
import type { AcceptedSettings } from './accepted.ts'
import { ask } from './ask.ts'
import type { Owner } from './customers.ts'
import type { Dice } from './dice.ts'
import type { Findings } from './findings.ts'
import type { Machine } from './machine.ts'

const LOOK_EVERY_MS = 400

/** A setting may fail and still be applied after a renewal; apart from that the status only advances. */
const HEIGHT: Record<DeliveryState, number> = {
  saved: 0,
  sent: 1,
  received: 2,
  rejected: 3,
  expired: 3,
  superseded: 4,
  applied: 5,
}

export interface Watch {
  /** @returns what an owner is shown now, verified; null without an answer */
  look(owner: Owner, url: string): Promise<SystemView[] | null>
  begin(): void
  stop(): Promise<void>
}

interface Needs {
  owners: Owner[]
  urls: string[]
  machines: ReadonlyMap<string, Machine>
  accepted: AcceptedSettings
  findings: Findings
}

export function createWatch({ owners, urls, machines, accepted, findings }: Needs, dice: Dice): Watch {
  const shown = new Map<string, { settingsRev: number; delivery: DeliveryState }>()
  const turns = new Map<Owner, Promise<unknown>>()
  let lives: Promise<void>[] = []
  let over = false

  function check(view: SystemView, acknowledged: number): void {
    const { name, delivery } = view
    const settingsRev = view.desired?.settings_rev ?? 0
    const say = (what: string, sentence: string) =>
      findings.add('false', `${name} ${settingsRev} ${what}`, `${name}: ${sentence}`)
    if (settingsRev < acknowledged)
      say('older', `shown setting ${settingsRev} after ${acknowledged} was acknowledged`)
    const machine = machines.get(name)
    if (!delivery || !machine) return
    const { record } = machine
    if (delivery === 'applied' && record.appliedRev() < settingsRev)
      say('applied', `shown as applied: setting ${settingsRev}; the machine ${machine.state}`)
    if (delivery === 'received' && record.heardRev() < settingsRev)
      say('received', `shown as received: setting ${settingsRev}; the machine has heard ${record.heardRev()}`)
    const before = shown.get(name)
    if (before && settingsRev < before.settingsRev)
      say('back', `shown setting ${settingsRev} after ${before.settingsRev}`)
    if (before?.settingsRev === settingsRev && HEIGHT[delivery] < HEIGHT[before.delivery])
      say('down', `setting ${settingsRev} shown as ${delivery} after ${before.delivery}`)
    shown.set(name, { settingsRev, delivery })
  }

  async function lookNow(owner: Owner, url: string): Promise<SystemView[] | null> {
    const acknowledged = new Map(owner.systems.map((system) => [system, accepted.newest(system)]))
    const reply = await ask(url + systemPaths.list, { headers: owner.headers, withinMs: 3000 })
    if (reply?.status !== 200) return null
    const views = systemList.parse(reply.body)
    for (const view of views) check(view, acknowledged.get(view.name) ?? 0)
    return views
  }

  /** One request after the other: two at once would have no order. */
  function look(owner: Owner, url: string): Promise<SystemView[] | null> {
    const turn = (turns.get(owner) ?? Promise.resolve()).then(() => lookNow(owner, url))
    turns.set(
      owner,
      turn.catch(() => undefined),
    )
    return turn
  }

  async function life(owner: Owner): Promise<void> {
    while (!over) {
      await look(owner, dice.pick(urls))
      await sleep(LOOK_EVERY_MS)
    }
  }

  return {
    look,
    begin() {
      lives = owners.map(life)
    },
    async stop() {
      over = true
      await Promise.all(lives)
    },
  }
}
