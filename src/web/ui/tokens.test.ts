/** Contrast of the three themes: text on its backgrounds, and no other colour pairs in use. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.join(import.meta.dirname, '..')
const TOKENS = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

type Theme = Readonly<Record<string, string>>

/** Declarations of the first block with this selector. */
function declared(css: string, begin: string): Theme {
  const from = css.indexOf(begin) + begin.length
  const block = css.slice(from, css.indexOf('}', from))
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

/** Picks one of `light-dark(a, b)`; other values are for both. */
function ofScheme(tokens: Theme, group: 1 | 2): Theme {
  const pick = (value: string) => /^light-dark\((.+), (.+)\)$/.exec(value)?.[group] ?? value
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name, pick(value)]))
}

const rootTokens = declared(TOKENS, ':root {')
const sunlight = declared(TOKENS, ":root[data-theme='sunlight'] {")
const THEMES = {
  light: ofScheme(rootTokens, 1),
  dark: ofScheme(rootTokens, 2),
  sunlight: { ...ofScheme(rootTokens, 1), ...sunlight },
}

/** WCAG 2.2, relative luminance of an sRGB colour `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(theme: Theme, first: string, second: string): number {
  const [dark = 0, bright = 0] = [first, second]
    .map((name) => luminance(theme[name] ?? ''))
    .toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const PLACES = ['ground', 'surface', 'sunken']
const WORDS = ['ink', 'ink-soft', 'brand', 'brand-strong', 'running', 'attention', 'fault', 'stopped']

/** Text colours and their backgrounds. */
const TEXT: [string, string][] = [
  ...PLACES.flatMap((place) => WORDS.map((word): [string, string] => [word, place])),
  ...['brand', 'running', 'attention', 'fault', 'stopped'].flatMap((state): [string, string][] => [
    [state, `${state}-soft`],
    ['ink', `${state}-soft`],
    ['ink-soft', `${state}-soft`],
  ]),
  ['brand-strong', 'brand-soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['surface', 'attention'],
  ['surface', 'fault'],
  ['ground', 'ink'],
]

/** Edges of controls, and the focus ring. */
const EDGES = ['control-line', 'focus'].flatMap((edge) =>
  PLACES.map((place): [string, string] => [edge, place]),
)

function tooFaint(theme: Theme, pairs: [string, string][], least: number): string[] {
  return pairs
    .filter(([ink, ground]) => !(contrast(theme, ink, ground) >= least))
    .map(([ink, ground]) => `${ink} on ${ground}: ${contrast(theme, ink, ground).toFixed(2)}`)
}

it('measures contrast as WCAG does', () => {
  const theme = { black: '#000000', white: '#ffffff', grey: '#767676' }
  expect(contrast(theme, 'black', 'white')).toBeCloseTo(21, 10)
  expect(contrast(theme, 'grey', 'white')).toBeCloseTo(4.54, 2)
})

it.each(['light', 'dark'] as const)('%s: text has a contrast of 4.5 to 1, edges 3 to 1', (name) => {
  expect(tooFaint(THEMES[name], TEXT, 4.5)).toEqual([])
  expect(tooFaint(THEMES[name], EDGES, 3)).toEqual([])
})

it('sunlight: text has a contrast of 7 to 1, edges 4.5 to 1', () => {
  expect(tooFaint(THEMES.sunlight, TEXT, 7)).toEqual([])
  expect(tooFaint(THEMES.sunlight, EDGES, 4.5)).toEqual([])
})

/** Backgrounds of field rows, hovered and selected ones too. */
const ROWS = ['ground', 'surface', 'sunken', 'brand-soft']

it.each(['light', 'dark', 'sunlight'] as const)('%s: numbers of the overview are AAA', (name) => {
  const numbers = ROWS.map((place): [string, string] => ['ink', place])
  expect(tooFaint(THEMES[name], numbers, 7)).toEqual([])
  // attention is coloured, unknown or remembered is softer; from 24 px on WCAG AAA requires 4.5
  const largeNumbers = ROWS.flatMap((place): [string, string][] => [
    ['attention', place],
    ['ink-soft', place],
  ])
  expect(tooFaint(THEMES[name], largeNumbers, 4.5)).toEqual([])
  const css = readFileSync(path.join(WEB, 'systems/status/pass-numbers.module.css'), 'utf8')
  const sizes = [...css.matchAll(/\.(?:figure|large) dd \{[^}]*font-size: var\(--text-(\d+)\)/g)].map(
    ([, size]) => Number(size),
  )
  expect(sizes).toEqual([28, 40])
})

it('prefers-contrast: more uses the colours of sunlight', () => {
  const moreContrast = declared(TOKENS, ":root:not([data-theme='light'], [data-theme='dark']) {")
  expect(Object.keys(sunlight).length).toBeGreaterThan(20)
  expect(moreContrast).toEqual(sunlight)
})

it('rules that set both use measured pairs, and text uses only theme colours', () => {
  const measured = new Set(TEXT.map((pair) => pair.join(' on ')))
  const rules = globSync('**/*.css', { cwd: WEB }).flatMap((file) => {
    const css = readFileSync(path.join(WEB, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) => ({ file, body }))
  })
  const parsed = rules.map(({ file, body }) => ({
    file,
    written: /(?<![-\w])color: ([^;]+);/.exec(body)?.[1],
    on: /background(?:-color)?: var\(--([a-z-]+)\);/.exec(body)?.[1],
  }))
  const colours = parsed.map(({ written, ...rest }) => ({
    ...rest,
    written,
    name: /^var\(--(.+)\)$/.exec(written ?? '')?.[1],
  }))
  const unmeasured = colours.filter(({ name, on }) => name && on && !measured.has(`${name} on ${on}`))
  const foreign = colours.filter(
    ({ written, name }) => written && !name && !/^(?:inherit|currentcolor|transparent)$/i.test(written),
  )
  expect(rules.length).toBeGreaterThan(200)
  expect(unmeasured).toEqual([])
  expect(foreign).toEqual([])
})
