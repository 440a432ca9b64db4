/** State machine of alerts: how one check opens, keeps or closes the alerts of earlier checks. */
import type { AlertDetail, AlertKind } from '../../contract/alerts/alerts.ts'
import { alertFrom, type Condition, type Verdict } from './conditions.rules.ts'
import { hasCauseOf, JOINED_WITHIN_MS, kindOf } from './kinds.rules.ts'

/** After this long with an unknown state an alert is closed. */
const UNHEARD_MS = 15 * 60_000
/** Two instants by the machine's clock within this count as equal. */
const SAME_INSTANT_MS = 60_000

/** A stored alert. */
export interface AlertState {
  /** 0 before it is stored. */
  id: number
  kind: AlertKind
  subject: string
  since: Date
  seenAt: Date
  /** Null while it has not lasted long enough. */
  openedAt: Date | null
  clearedAt: Date | null
  unheardAt: Date | null
  endedAt: Date | null
  ended: 'over' | 'unheard' | null
  /** The first alert of its cause; 0 for itself, or one opened by the same check. Null before it opens. */
  causeId: number | null
  detail: AlertDetail
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  /** Of the account; null when it was deleted. */
  acknowledgedById: number | null
}

/** The changes of a check; alerts that are not in it are unchanged. */
export interface Changes {
  /** New ones have the id 0, and come before those that join their cause. */
  put: AlertState[]
  /** States that ended before they became alerts. */
  forget: number[]
}

/**
 * The alerts after a check.
 *
 * @param states those of one system that are open, and those that ended recently
 */
export function statesAfter(states: readonly AlertState[], { holds, unknown }: Verdict, now: Date): Changes {
  const living = states.filter(({ endedAt }) => endedAt === null)
  const changes: Changes = { put: [], forget: [] }
  const matched = new Set<AlertState>()
  for (const condition of holds) {
    const state = living.find((candidate) => isOf(candidate, condition))
    if (state) matched.add(state)
    if (state && !isAnother(state, condition)) {
      const { put, forget } = continueState(state, condition, states, now)
      changes.put.push(...put)
      changes.forget.push(...forget)
      continue
    }
    if (state?.openedAt === null) changes.forget.push(state.id)
    else if (state) changes.put.push({ ...state, clearedAt: now, endedAt: now, ended: 'over' })
    changes.put.push(...beginState(condition, state ? [] : states, now))
  }
  for (const state of living) {
    if (matched.has(state)) continue
    if (unknown.has(state.kind)) changes.put.push(...markUnheard(state, now))
    else if (state.openedAt === null) changes.forget.push(state.id)
    else changes.put.push(cleared(state, now))
  }
  return { ...changes, put: joinRoots(states, changes.put, now) }
}

function isOf(state: AlertState, { kind, subject }: Condition): boolean {
  return state.kind === kind && state.subject === subject
}

/** The same thing happened again between two checks. */
function isAnother(state: AlertState, { dated, since }: Condition): boolean {
  return dated && since.getTime() - state.since.getTime() > SAME_INSTANT_MS
}

function isDue(condition: Condition, since: Date): boolean {
  return !condition.onlyOn && condition.until >= alertFrom(condition, since)
}

function continueState(
  state: AlertState,
  condition: Condition,
  states: readonly AlertState[],
  now: Date,
): Changes {
  const going = { ...state, clearedAt: null, unheardAt: null, detail: condition.detail }
  if (state.openedAt !== null || !isDue(condition, state.since)) return { put: [going], forget: [] }
  const former = formerOf({ ...condition, since: state.since }, states)
  if (former) return { put: [former], forget: [state.id] }
  return { put: [{ ...going, openedAt: now }], forget: [] }
}

/** An alert that ended just before this began, or was unknown meanwhile, continues without another message. */
function formerOf(condition: Condition, states: readonly AlertState[]): AlertState | null {
  const { since, dated, detail, kind } = condition
  const former = states.findLast((state) => {
    if (!isOf(state, condition) || state.endedAt === null || state.openedAt === null) return false
    const itself = dated && Math.abs(state.since.getTime() - since.getTime()) <= SAME_INSTANT_MS
    return itself || since.getTime() - state.endedAt.getTime() <= kindOf(kind).sameMs
  })
  return former ? { ...former, clearedAt: null, unheardAt: null, endedAt: null, ended: null, detail } : null
}

function beginState(condition: Condition, states: readonly AlertState[], now: Date): AlertState[] {
  const { kind, subject, since, detail } = condition
  const due = isDue(condition, since)
  const former = due ? formerOf(condition, states) : null
  if (former) return [former]
  if (condition.onlyOn) return []
  const fresh: AlertState = {
    id: 0,
    kind,
    subject,
    since,
    seenAt: now,
    openedAt: due ? now : null,
    clearedAt: null,
    unheardAt: null,
    endedAt: null,
    ended: null,
    causeId: null,
    detail,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedById: null,
  }
  return [fresh]
}

function markUnheard(state: AlertState, now: Date): AlertState[] {
  const unheardAt = state.unheardAt ?? now
  const over = state.openedAt !== null && now.getTime() - unheardAt.getTime() >= UNHEARD_MS
  return [{ ...state, unheardAt, ...(over ? { endedAt: now, ended: 'unheard' } : {}) }]
}

function cleared(state: AlertState, now: Date): AlertState {
  const clearedAt = state.clearedAt ?? now
  const over = now.getTime() - clearedAt.getTime() >= kindOf(state.kind).overMs
  return { ...state, clearedAt, unheardAt: null, ...(over ? { endedAt: now, ended: 'over' } : {}) }
}

/**
 * Assigns each opening alert its cause: an open one of its family that began at nearly the same time, else
 * itself. Acknowledging the cause acknowledges it.
 */
function joinRoots(states: readonly AlertState[], put: readonly AlertState[], now: Date): AlertState[] {
  const roots = states.filter((state) => state.causeId === state.id && goesOn(state, states, now))
  return put
    .map((state) => {
      if (state.openedAt === null || state.causeId !== null) return state
      const root = roots.find((candidate) => isTogether(candidate, state))
      return { ...state, ...(root ? causeOf(root) : { causeId: 0 }) }
    })
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

/** What an alert inherits from the first of its cause. */
export function causeOf({ id, acknowledgedAt, acknowledgedBy, acknowledgedById }: AlertState) {
  return { causeId: id, acknowledgedAt, acknowledgedBy, acknowledgedById }
}

/** Whether two alerts of a system have the same cause. */
export function isTogether(root: AlertState, state: AlertState): boolean {
  const beginningOf = ({ kind, since }: AlertState) => ({ kind, since: since.getTime() })
  return hasCauseOf(beginningOf(root), beginningOf(state))
}

/** Whether any alert of a cause is open, ended just now, or may be open. */
function goesOn(root: AlertState, states: readonly AlertState[], now: Date): boolean {
  return states.some(
    ({ causeId, endedAt, ended }) =>
      causeId === root.id &&
      (endedAt === null || ended === 'unheard' || now.getTime() - endedAt.getTime() <= JOINED_WITHIN_MS),
  )
}
