/** Colours of the interactive graph in the theme that is shown; the same inks as the pictures of the server. */
import { useEffect, useState } from 'react'

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

/** Dashes tell the lines apart where colours do not. */
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

const WISHES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']

/** Follows the theme; null until there is an element whose colours can be asked. */
export function usePlotInk(inside: HTMLElement | null): PlotInk | null {
  const [ink, setInk] = useState<PlotInk | null>(null)
  useEffect(() => {
    if (!inside) return undefined
    const look = () => setInk(resolved(inside))
    look()
    const chosen = new MutationObserver(look)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const wishes = WISHES.map((wish) => matchMedia(wish))
    for (const wish of wishes) wish.addEventListener('change', look)
    return () => {
      chosen.disconnect()
      for (const wish of wishes) wish.removeEventListener('change', look)
    }
  }, [inside])
  return ink
}
