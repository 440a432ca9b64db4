/** The inks of graph pictures: the light theme's tokens, so that a print and the screen beside it look alike. */

export const paper = '#fffdf9'
export const ink = '#1b1f1c'
export const inkSoft = '#53574f'
export const gridLine = '#dcd6c9'
export const axisLine = '#86826f'
/** Water that the machine gave, and what can be held. */
export const water = '#0b5d66'
export const bandFill = '#dcebe9'
export const refillInk = '#744700'

/** Of the lines of several depths. */
export const LINE_INKS: readonly string[] = [ink, '#8d4a9c', '#2e6fb5', '#86826f', '#9c2018']

export const INKS = [
  paper,
  ink,
  inkSoft,
  gridLine,
  axisLine,
  water,
  bandFill,
  refillInk,
  ...LINE_INKS,
] as const
