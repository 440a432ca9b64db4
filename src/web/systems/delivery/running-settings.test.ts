/** The running settings are what was reported, never what was requested. */
import { describe, expect, it } from 'vitest'
import type { ReportedView, SystemCommand } from '#contract/systems.ts'
import { runningOf } from './running-settings.tsx'
import { offSettings } from '../settings/settings-values.ts'

const desired = { ...offSettings(0.5), settings_rev: 4, rev: 9 }
const reported: ReportedView = {
  rev: 7,
  settings_rev: 3,
  mode: 'UNIFORM',
  at: '2026-07-12T20:00:00Z',
  result: 'APPLIED',
  code: null,
  fallback: false,
  rate_in: null,
  timer_pct: null,
}

const previous: SystemCommand = {
  command_id: 'c3',
  settings_rev: 3,
  rev: 7,
  who: 'Pat',
  when: '2026-07-12T19:59:00Z',
  from: null,
  to: offSettings(1.2),
  delivery: 'applied',
  delivery_times: {
    saved: '2026-07-12T19:59:00Z',
    sent: null,
    received: null,
    applied: '2026-07-12T20:00:00Z',
    rejected: null,
    expired: null,
    superseded: null,
  },
  delivery_code: null,
}

describe('what runs', () => {
  it('is the requested setting only if the machine reports that revision', () => {
    expect(runningOf({ reported: { ...reported, settings_rev: 4 }, desired }, [])).toMatchObject({
      kind: 'requested',
      settings: { application_rate: 0.5 },
    })
  })

  it('is the previous setting until then', () => {
    expect(runningOf({ reported, desired }, [previous])).toMatchObject({
      kind: 'previous',
      settings: { application_rate: 1.2 },
      since: reported.at,
    })
    expect(runningOf({ reported, desired }, [])).toMatchObject({ kind: 'previous', settings: null })
  })

  it('is the fallback if the machine says so, even for the newest revision', () => {
    const fallbackReport = { ...reported, settings_rev: 4, fallback: true }
    expect(runningOf({ reported: fallbackReport, desired }, [])).toMatchObject({ kind: 'fallback' })
  })

  it('is none of ours, or unknown', () => {
    expect(runningOf({ reported: { ...reported, mode: null }, desired }, [])).toEqual({
      kind: 'nothing',
    })
    expect(runningOf({ reported: null, desired }, [])).toEqual({ kind: 'unknown' })
  })
})
