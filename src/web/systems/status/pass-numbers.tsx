/** The numbers of a pass in large type: arm position, current depth, and end time. */
import type { ReactNode } from 'react'
import { inchesToMm } from '#agronomy/units.ts'
import type { SystemView } from '#contract/systems.ts'
import { clock, day, number, twelveHourClock, unitWord } from '../../kit/formats.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Preferences } from '#contract/accounts/accounts.ts'
import { panelMismatch } from './panel-timer.ts'
import { depthNow, passEnd } from './pass-figures.ts'
import css from './pass-numbers.module.css'
import type { Freshness } from './system-status.ts'
import { text } from './system-warnings.text.ts'

export interface WaterTexts {
  /** 'Refill in 2 days'; empty if unknown. */
  headline: string
  /** 'measured', 'estimated' or 'guessed'. */
  doubt: string
}

export interface PassNumbersProps {
  system: SystemView
  freshness: Freshness
  now: number
  unit: Preferences['unit']
  /** On the page of the system. */
  large?: boolean
  /** When the field needs water; absent if unknown for all fields. */
  water?: WaterTexts | undefined
  className?: string | undefined
}

export function PassNumbers(props: PassNumbersProps) {
  const { system, freshness, now, unit, large, water, className } = props
  const { telemetry } = system
  const live = freshness === 'live'
  return (
    <dl className={classNames(css.numbers, large && css.large, className)}>
      <Figure term={armTerm(system, live)}>
        {telemetry && freshness !== 'none' ? (
          <span className={live ? undefined : css.remembered}>{Math.round(telemetry.angle_deg) % 360}°</span>
        ) : null}
      </Figure>
      <DepthNow system={live ? system : null} unit={unit} />
      <FinishTime system={live ? system : null} now={now} />
      {water === undefined ? null : (
        <div className={classNames(css.figure, css.water)}>
          <dt>{water.doubt === '' ? text.water : text.waterWithDoubt(water.doubt)}</dt>
          <dd>{water.headline === '' ? <span className={css.unknown}>–</span> : water.headline}</dd>
        </div>
      )}
    </dl>
  )
}

/** The term includes the direction of the arm, and whether the value is remembered. */
function armTerm({ telemetry }: SystemView, live: boolean): string {
  if (!telemetry) return text.arm
  if (!live) return text.armWasAt
  return telemetry.moving && telemetry.direction !== 'STOPPED'
    ? text.armWithState(telemetry.direction === 'REVERSE' ? text.reverse : text.forward)
    : text.arm
}

/** @param children null if unknown */
function Figure({ term, tone, children }: { term: string; tone?: 'attention'; children: ReactNode }) {
  return (
    <div className={classNames(css.figure, tone && css[tone])}>
      <dt>{term}</dt>
      <dd>{children ?? <span className={css.unknown}>–</span>}</dd>
    </div>
  )
}

/** @param system null while there is no live telemetry */
function DepthNow({ system, unit }: { system: SystemView | null; unit: Preferences['unit'] }) {
  const inches = system && depthNow(system)
  const mismatch = system && panelMismatch(system)
  if (inches === null) return <Figure term={text.depthNow}>{null}</Figure>
  const depth = unit === 'mm' ? number(inchesToMm(inches), 1) : number(inches, 2)
  return (
    <Figure term={text.depthNow} {...(mismatch ? { tone: 'attention' } : {})}>
      {depth} <span className={css.unit}>{unitWord(unit)}</span>
    </Figure>
  )
}

function FinishTime({ system, now }: { system: SystemView | null; now: number }) {
  const end = system && passEnd(system)
  if (!end) return <Figure term={text.done}>{null}</Figure>
  const zone = system.time_zone
  return <Figure term={text.doneOn(dayWord(end.at, now, zone))}>{clock(end.at, zone)}</Figure>
}

const DAY_MS = 86_400_000

/** 'today', 'tomorrow', else the date. */
function dayWord(at: number, now: number, zone: string): string {
  const date = day(at, zone)
  if (date === day(now, zone)) return text.today
  return date === day(now + DAY_MS, zone) ? text.tomorrow : date
}

/** A future time, for example 'tomorrow about 1:33 a.m.'. */
export function futureTimeText(at: number, now: number, zone: string): string {
  return text.dayAbout(dayWord(at, now, zone), twelveHourClock(at, zone))
}
