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

/** Lines of depths, told apart in greyscale too. */
export const LINE_STYLES: readonly { colour: string; dash: number[] }[] = [
  { colour: ink, dash: [] },
  { colour: '#8d4a9c', dash: [7, 2] },
  { colour: '#2e6fb5', dash: [2, 2] },
  { colour: '#86826f', dash: [7, 2, 2, 2] },
  { colour: '#9c2018', dash: [] },
]

export const INKS = [
  paper,
  ink,
  inkSoft,
  gridLine,
  axisLine,
  water,
  bandFill,
  refillInk,
  ...LINE_STYLES.map(({ colour }) => colour),
] as const
