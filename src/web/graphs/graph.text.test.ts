/** The message for each way in which pictures can fail. */
import { expect, it } from 'vitest'
import { CallError } from '../kit/call-error.ts'
import { graphFailure, probesOf, sensorText, systemOfDatabase } from './graph.text.ts'

const FAILED = 'Failed to generate the graph. Please try again.'
const NO_URLS = 'Graph generation succeeded, but no URLs were returned.'

it('distinguishes a failure from an answer without pictures', () => {
  expect(graphFailure(null, { 'P3-20cm': '/plots/graphs/a.png' })).toBeNull()
  expect(graphFailure(null, undefined)).toBeNull()
  expect(graphFailure(null, {})).toEqual({ sentence: NO_URLS, reason: null })
  expect(graphFailure(new CallError('unreadable', 200, {}), undefined)).toEqual({
    sentence: NO_URLS,
    reason: null,
  })
  expect(graphFailure(new TypeError('x'), undefined)).toEqual({ sentence: FAILED, reason: null })
})

it("adds the server's reason", () => {
  const body = { message: 'Only days that have readings can be chosen.', code: 'date_not_listed' }
  expect(graphFailure(new CallError('answer', 400, body), undefined)).toEqual({
    sentence: FAILED,
    reason: 'Only days that have readings can be chosen.',
  })
  expect(graphFailure(new CallError('answer', 502, null), undefined)).toEqual({
    sentence: FAILED,
    reason: null,
  })
})

it('says nothing about an ended session, which has its own dialog', () => {
  expect(graphFailure(new CallError('session-ended'), undefined)).toBeNull()
})

it('names sensors and systems', () => {
  expect(sensorText('P3-20cm')).toBe('Probe 3 at 20\u00A0cm')
  expect(sensorText('P12-7.5cm')).toBe('Probe 12 at 7.5\u00A0cm')
  expect(sensorText('weather')).toBe('weather')
  expect(systemOfDatabase('North Quarter 2 2026')).toBe('North Quarter 2')
})

it('finds the probes among the sensors', () => {
  const urls = { 'P12-20cm': 'a', 'P3-20cm': 'b', 'P3-40cm': 'c', weather: 'd' }
  expect(probesOf(urls)).toEqual([3, 12])
})
