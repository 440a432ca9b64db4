/** The field order: dangerous first, then stopped fields that should run; names in natural order. */
import { describe, expect, it } from 'vitest'
import type { FieldOutlook } from '#contract/balance.ts'
import { testSystem, fault, NOW, running, still, wetStop } from '../testing/test-system.ts'
import { driestOf, inOrder, isFound, needsAttention } from './field-order.ts'

describe('the worst first', () => {
  const mixed = [
    testSystem('B runs'),
    testSystem('A runs'),
    testSystem('stands', { telemetry: still }),
    testSystem('runs out', { warnings: ['expires_soon'] }),
    testSystem('rejected', { delivery: 'rejected' }),
    testSystem('runs with a fault', { fault: { ...fault, code: 'VALVE_FAULT' } }),
    testSystem('offline', { online: false }),
    testSystem('stopped by a fault', { telemetry: still, fault, online: false }),
    testSystem('water on', { telemetry: wetStop(121) }),
    testSystem('water on, lost', { telemetry: wetStop(3000), online: false }),
  ]

  it('is water on one spot, then faults, offline, refused changes, the rest; ties by name', () => {
    expect(inOrder(mixed, 'worst', 'open', NOW).map(({ name }) => name)).toEqual([
      'water on',
      'water on, lost',
      'stopped by a fault',
      'offline',
      'runs with a fault',
      'rejected',
      'runs out',
      'stands',
      'A runs',
      'B runs',
    ])
  })

  it('puts one that never connected between stopped and running ones, without attention needed', () => {
    const never = testSystem('never linked', { online: false, last_seen: null, telemetry: null })
    const stopped = testSystem('stands', { telemetry: still })
    const systems = [testSystem('A runs'), never, stopped]
    expect(inOrder(systems, 'worst', 'open', NOW)).toEqual([stopped, never, systems[0]])
    expect(needsAttention(never, 'open', NOW)).toBe(false)
  })

  it('counts fields that need attention', () => {
    const well = mixed.filter((system) => !needsAttention(system, 'open', NOW)).map(({ name }) => name)
    expect(well).toEqual(['B runs', 'A runs', 'stands'])
  })

  it('allows a machine two minutes stopped with water on before it is the worst', () => {
    const brief = testSystem('A stands', { telemetry: wetStop(119) })
    const offline = testSystem('offline', { online: false })
    const first = (at: number) => inOrder([brief, offline], 'worst', 'open', at)[0]?.name
    expect(first(NOW)).toBe('offline')
    expect(first(NOW + 1000)).toBe('A stands')
  })

  it('puts a machine with another timer on its panel before those that run as requested', () => {
    const reported = {
      rev: 1,
      settings_rev: 1,
      mode: 'VRI',
      at: null,
      result: 'APPLIED',
      code: null,
      fallback: false,
      rate_in: 0.8,
      timer_pct: null,
    } as const
    // 0.19488 inches at 100 % (agronomy): 0.8 inches need 24.4 %
    const asRequested = testSystem('A asked', { reported, telemetry: { ...running, timer_pct: 24 } })
    const differing = testSystem('B other', { reported, telemetry: { ...running, timer_pct: 45 } })
    expect(inOrder([asRequested, differing], 'worst', 'open', NOW)[0]?.name).toBe('B other')
  })
})

const outlook = (system: string, overrides: Partial<FieldOutlook> = {}): FieldOutlook => ({
  system,
  state: 'known',
  refill_in_days: 3.4,
  refill_at: null,
  driest_percent: 60,
  refill_percent: 50,
  start_by: null,
  rain_likely: null,
  doubt: 'measured',
  computed_at: null,
  ...overrides,
})

it('the driest reaches its refill point first; unknown ones come last', () => {
  const fieldOutlooks = [
    outlook('in three days'),
    outlook('can wait', { refill_in_days: null, driest_percent: 80 }),
    outlook('there, drier', { refill_in_days: 0, driest_percent: 31 }),
    outlook('there', { refill_in_days: 0, driest_percent: 42 }),
    outlook('no crop', { state: 'no_crop', refill_in_days: null, driest_percent: null }),
  ]
  const outlooks = new Map(fieldOutlooks.map((fieldOutlook) => [fieldOutlook.system, fieldOutlook]))
  const systems = ['never computed', ...outlooks.keys()].map((name) => testSystem(name))
  const names = inOrder(systems, 'driest', 'open', NOW, outlooks).map(({ name }) => name)
  const dry = ['there, drier', 'there', 'in three days', 'can wait']
  expect(names).toEqual([...dry, 'never computed', 'no crop'])
  expect(driestOf(systems, outlooks).map(({ name }) => name)).toEqual(dry)
})

it('by name 2 comes before 10, ignoring case', () => {
  const systems = ['Pivot 10', 'pivot 2', 'Pivot 1', 'alpha'].map((name) => testSystem(name))
  const names = inOrder(systems, 'name', 'open', NOW).map(({ name }) => name)
  expect(names).toEqual(['alpha', 'Pivot 1', 'pivot 2', 'Pivot 10'])
})

it.each([
  ['', true],
  ['  ', true],
  ['north', true],
  ['quarter NORTH', true],
  ['th qu', true],
  ['south', false],
])('a search for "%s" finds North Quarter: %s', (search, isMatch) => {
  expect(isFound('North Quarter', search)).toBe(isMatch)
})
