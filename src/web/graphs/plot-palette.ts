/** Colours and axes of the interactive graph in the current theme. */
import { useEffect, useState } from 'react'
import type uPlot from 'uplot'
import { clock, day, number } from '../kit/formats.ts'

const TOKENS = {
  palette: '--ink',
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

export type PlotPalette = Record<keyof typeof TOKENS, string>

/** Dashes distinguish the lines where colours do not. */
const DASHES = [[], [9, 3], [3, 3], [9, 3, 3, 3], [14, 4]]

export interface LineStyle {
  colour: string
  dash: number[]
}

export function lineStyle(palette: PlotPalette, line: number): LineStyle {
  const colours = [palette.line1, palette.line2, palette.line3, palette.line4, palette.line5]
  return {
    colour: colours[line % colours.length] ?? palette.palette,
    dash: DASHES[line % DASHES.length] ?? [],
  }
}

/** The browser resolves `light-dark()` only in a real property. */
function resolved(inside: HTMLElement): PlotPalette {
  const probe = document.createElement('span')
  // forced colours would make all lines one
  probe.style.setProperty('forced-color-adjust', 'none')
  inside.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const palette: PlotPalette = {
    palette: colour(TOKENS.palette),
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
  return palette
}

const PREFERENCES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']

/** Follows the theme; null until the element is mounted. */
export function usePlotPalette(inside: HTMLElement | null): PlotPalette | null {
  const [palette, setPalette] = useState<PlotPalette | null>(null)
  useEffect(() => {
    if (!inside) return undefined
    const update = () => setPalette(resolved(inside))
    update()
    const themeObserver = new MutationObserver(update)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const preferences = PREFERENCES.map((preference) => matchMedia(preference))
    for (const preference of preferences) preference.addEventListener('change', update)
    return () => {
      themeObserver.disconnect()
      for (const preference of preferences) preference.removeEventListener('change', update)
    }
  }, [inside])
  return palette
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
  palette: PlotPalette,
): uPlot.Axis[] {
  const axisStyle = {
    stroke: palette.soft,
    font: FONT,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.grid, width: 1, size: 6 },
  }
  return [
    {
      ...axisStyle,
      scale: 'x',
      space: 72,
      size: 36,
      values: (_, splits, __, ___, step) => timeTexts(splits, step, timeZone),
    },
    {
      ...axisStyle,
      scale: 'y',
      show: !stacked,
      size: 56,
      space: 44,
      values: (_, splits) => splits.map((value) => number(value, 2)),
    },
  ]
}
