/** Replayed history: the alerts by current and by other rules, and the thresholds suggested for a noisy kind. */
import { describe, expect, it } from 'vitest'
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { alertPaths, usefulPath } from '../../contract/alerts/alerts.ts'
import { alertRules, alertRulesPath } from '../../contract/alerts/alert-choices.ts'
import { alertCommands } from './alerts.commands.ts'
import { alertFarm } from '../testing/alert-farm.ts'
import { readCommandLine } from '../installation/command.ts'
import { type Episode, replayed, stretches, thresholdOffer } from './replay.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const episode = (kind: AlertKind, from: number, to: number | null, subject = ''): Episode => ({
  kind,
  subject,
  from: from * MINUTE,
  to: to === null ? null : to * MINUTE,
})
const span = { from: 0, to: 30 * DAY }
const times = (episodes: Episode[], rules = {}) =>
  replayed(episodes, rules, span).map(({ at, episodes: own }) => [at / MINUTE, own.map(({ kind }) => kind)])

describe('messages', () => {
  it('follow a state that lasted: two minutes with water on, fifteen offline, a fault at once', () => {
    expect(
      times([
        episode('stopped_wet', 0, 1.9),
        episode('stopped_wet', 100, 103),
        episode('offline', 200, 214),
        episode('offline', 300, 316),
        episode('fault', 500, 501, 'LOW_PRESSURE'),
      ]),
    ).toEqual([
      [102, ['stopped_wet']],
      [315, ['offline']],
      [500, ['fault']],
    ])
  })

  it('are one for one cause, and for a state that returns soon', () => {
    expect(
      times([
        episode('fault', 0, 600, 'POWER_LOST'),
        episode('stopped_wet', 1, 600),
        episode('offline', 5, 600),
        // the link again, ten minutes after it was restored
        episode('offline', 610, 700),
      ]),
    ).toEqual([[0, ['fault', 'stopped_wet', 'offline']]])
  })

  it('follow other rules', () => {
    const link = Array.from({ length: 20 }, (_, at) => episode('offline', 300 * at, 300 * at + 20 + at))
    expect(times(link)).toHaveLength(20)
    expect(times(link, { offline: 37 })).toHaveLength(3)
    expect(times(link, { offline: null })).toEqual([])
    // never before it is an alert at all
    expect(times([episode('offline', 0, 10)], { offline: 1 })).toEqual([])
  })

  it('use the start and end of a state', () => {
    const at = (minute: number, holds: boolean) => ({ at: new Date(minute * MINUTE), holds })
    expect(stretches([at(0, false), at(1, true), at(2, true), at(5, false), at(9, true)], 'offline')).toEqual(
      [episode('offline', 1, 5), episode('offline', 9, null)],
    )
  })
})

describe('a kind with many messages', () => {
  const noisy = [
    ...Array.from({ length: 38 }, (_, at) => episode('offline', 600 * at, 600 * at + 25)),
    ...Array.from({ length: 3 }, (_, at) => episode('offline', 600 * (40 + at), 600 * (40 + at) + 400)),
  ]
  const now = { nowMinutes: null, useless: 0 }

  it('gets the shortest duration that reduces them to a quarter as a suggestion: 3, not 41', () => {
    expect(thresholdOffer('offline', noisy, now, span)).toEqual({ afterMinutes: 30, sent: 41, wouldSend: 3 })
  })

  it('gets no suggestion when there are few messages, or nothing helps', () => {
    expect(thresholdOffer('offline', noisy.slice(0, 5), now, span)).toBeNull()
    expect(thresholdOffer('offline', noisy.slice(0, 5), { ...now, useless: 2 }, span)).toMatchObject({
      sent: 5,
    })
    const long = noisy.map((noisyEpisode) => ({ ...noisyEpisode, to: noisyEpisode.from + 400 * MINUTE }))
    expect(
      thresholdOffer(
        'fault',
        long.map((longEpisode) => ({ ...longEpisode, kind: 'fault' as const })),
        now,
        span,
      ),
    ).toMatchObject({
      afterMinutes: 720,
      wouldSend: 0,
    })
    expect(thresholdOffer('offline', noisy, { ...now, nowMinutes: 30 }, span)).toBeNull()
  })
})

describe('the records of a machine', () => {
  it('replay what was sent, by command, and give a suggestion on the page', async () => {
    const { built, owner, machine, pass, list } = await alertFarm()
    await machine.comes()
    await machine.goesRound()
    for (let time = 0; time < 9; time += 1) {
      await machine.goesRound()
      await pass(2 * HOUR)
      await machine.link('offline')
      await pass(1000)
      await pass(20 * MINUTE)
      await machine.link('online')
      await machine.goesRound()
      await pass(1000)
      await pass(3 * MINUTE)
    }
    await machine.tells('LOW_PRESSURE')
    await pass(1000)
    const { open, recent } = await list()
    expect([open.length, recent.length]).toEqual([1, 9])
    const [command] = alertCommands
    const day = (ms: number) => new Date(built.clock.now().getTime() + ms).toISOString().slice(0, 10)
    const run = async (...more: string[]) => {
      const lines: string[] = []
      const args = ['North Quarter', '--from', day(-3 * DAY), '--to', day(DAY), ...more]
      const print = (line: string) => void lines.push(line)
      const open = () => Promise.resolve(built.kit)
      expect(await command?.run({ ...readCommandLine(command, args), open, print, warn: print })).toBe(0)
      return lines
    }
    expect((await run()).at(-1)).toBe('10 messages: offline 9, fault 1')
    expect((await run('--rule', 'offline=30')).at(-1)).toBe('1 message: fault 1')
    expect((await run('--rule', 'offline=off,fault=off')).at(-1)).toBe('0 messages')
    await expect(run('--rule', 'thunder=5')).rejects.toThrow('none of stopped_wet')

    const { headers } = owner
    const rules = async () =>
      alertRules.parse((await built.call(alertRulesPath('North Quarter'), { headers })).body).kinds
    const offer = { after_minutes: 30, sent: 9, would_send: 0 }
    expect((await rules()).find(({ kind }) => kind === 'offline')).toMatchObject({ offer })
    const json = { kinds: [{ kind: 'offline', mail: true, push: true, after_minutes: 30 }] }
    await built.call(alertRulesPath('North Quarter'), { method: 'PUT', headers, json })
    expect((await rules()).find(({ kind }) => kind === 'offline')).toMatchObject({ offer: null })
    const useful = await built.call(usefulPath(recent[0]?.id ?? 0), {
      method: 'PUT',
      headers,
      json: { useful: false },
    })
    expect(useful.status).toBe(200)
    expect((await built.call(alertPaths.list, { headers })).body).toMatchObject({
      recent: expect.arrayContaining([expect.objectContaining({ id: recent[0]?.id, useful: false })]),
    })
  })
})
