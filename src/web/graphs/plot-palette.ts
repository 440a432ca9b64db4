/** Colours and axes of the interactive graph in the current theme. */
import { useEffect, useState } from 'react'
import type uPlot from 'uplot'
import { clock, day, number } from '../kit/formats.ts'

const TOKENS = {
  ink: '--ink',
  soft: '--ink-soft',
  grid: '--line',
  paper: '--surface',
  water: '--brand',
  band: '--brand-soft',
  refill: '--attention',
  line1: '--graph-line-1',
  line2: '--graph-line-2',
  line3: '--graph-line-3',
  line4: '--graph-line-4',
  line5: '--graph-line-5',
} as const

export type PlotInk = Record<keyof typeof TOKENS, string>

/** Dashes distinguish the lines where colours do not. */
const DASHES = [[], [9, 3], [3, 3], [9, 3, 3, 3], [14, 4]]

export interface LineStyle {
  colour: string
  dash: number[]
}

export function lineStyle(ink: PlotInk, line: number): LineStyle {
  const colours = [ink.line1, ink.line2, ink.line3, ink.line4, ink.line5]
  return { colour: colours[line % colours.length] ?? ink.ink, dash: DASHES[line % DASHES.length] ?? [] }
}

/** The browser resolves `light-dark()` only in a real property. */
function resolved(inside: HTMLElement): PlotInk {
  const probe = document.createElement('span')
  // forced colours would make all lines one
  probe.style.setProperty('forced-color-adjust', 'none')
  inside.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const ink: PlotInk = {
    ink: colour(TOKENS.ink),
    soft: colour(TOKENS.soft),
    grid: colour(TOKENS.grid),
    paper: colour(TOKENS.paper),
    water: colour(TOKENS.water),
    band: colour(TOKENS.band),
    refill: colour(TOKENS.refill),
    line1: colour(TOKENS.line1),
    line2: colour(TOKENS.line2),
    line3: colour(TOKENS.line3),
    line4: colour(TOKENS.line4),
    line5: colour(TOKENS.line5),
  }
  probe.remove()
  return ink
}

const PREFERENCES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']

/** Follows the theme; null until the element is mounted. */
export function usePlotInk(inside: HTMLElement | null): PlotInk | null {
  const [ink, setInk] = useState<PlotInk | null>(null)
  useEffect(() => {
    if (!inside) return undefined
    const update = () => setInk(resolved(inside))
    update()
    const chosen = new MutationObserver(update)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const preferences = PREFERENCES.map((preference) => matchMedia(preference))
    for (const preference of preferences) preference.addEventListener('change', update)
    return () => {
      chosen.disconnect()
      for (const preference of preferences) preference.removeEventListener('change', update)
    }
  }, [inside])
  return ink
}

const FONT = "14px 'Inter Variable', 'Inter', system-ui, sans-serif"
const DAY_S = 86_400

/** Hours if ticks are less than a day apart; the day at each midnight. */
function timeTexts(times: readonly number[], step: number, timeZone: string): string[] {
  return times.map((time) => {
    const hour = clock(time * 1000, timeZone)
    return step >= DAY_S || hour === '00:00' ? day(time * 1000, timeZone) : hour
  })
}

/** @param stacked one line above the other, with no common scale of water */
export function axesOf(
  { timeZone, stacked }: { timeZone: string; stacked: boolean },
  ink: PlotInk,
): uPlot.Axis[] {
  const look = {
    stroke: ink.soft,
    font: FONT,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { stroke: ink.grid, width: 1, size: 6 },
  }
  return [
    {
      ...look,
      scale: 'x',
      space: 72,
      size: 36,
      values: (_, splits, __, ___, step) => timeTexts(splits, step, timeZone),
    },
    {
      ...look,
      scale: 'y',
      show: !stacked,
      size: 56,
      space: 44,
      values: (_, splits) => splits.map((value) => number(value, 2)),
    },
  ]
}
