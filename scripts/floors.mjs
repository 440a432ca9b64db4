#!/usr/bin/env node
/** Fails when an import does not run down the house of ARCHITECTURE.md, or the house grows past its measures: `node scripts/floors.mjs [folder]`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const SLABS = ['agronomy', 'contract']
const TOWERS = ['server', 'web', 'simulator']
/**
 * Left to right: a folder may import those before it. Files beside the folders know everything. A folder that is not
 * listed stands where the one it lies in stands.
 */
const SERVER =
  'kit kit/postgres jobs installation audit accounts devices readings systems weather crops seasons pumps geofences soil-zones probes suspects balance graphs prescriptions passes alerts maps live conformance provider demo'.split(
    ' ',
  )
const WEB = ['language', 'ui', 'kit', 'api', 'map', 'shared']
const PAGE = WEB.length
const PACKAGES = { agronomy: /^node:zlib$/, contract: /^zod(\/|$)/ }
const MAP_LIBRARY = /^(maplibre-gl|@vis\.gl\/react-maplibre|pmtiles)(\/|$)/

/**
 * The role that a server file's name declares, and what it therefore must not do. Types count: a rule that is
 * written in the types of a table is one about tables.
 */
const SQL_FILE = /\.(store|tables|rows)\.ts$|(^|\/)kit\/postgres\//
const ROLES = [
  {
    role: 'routes',
    file: /\.routes\.ts$/,
    imports: [/\.(store|tables|rows)\.ts$/, /(^|\/)kit\/postgres\//],
    opens: /\.(write|asCustomer)\(/,
    because: 'HTTP alone; its .service.ts opens transactions',
  },
  {
    role: 'rules',
    file: /\.rules\.ts$/,
    imports: [
      /\.(store|tables|rows|service|routes|commands)\.ts$/,
      /(^|\/)kit\/postgres\//,
      /(^|\/)installation\//,
      /^node:(?!crypto$)/,
      /^(pg|fastify|p-limit|mqtt|aedes|nodemailer)(\/|$)/,
    ],
    opens: /\.(write|asCustomer)\(/,
    because: 'rules are pure',
  },
  {
    role: 'store',
    file: SQL_FILE,
    imports: [/\.(service|routes|commands)\.ts$/],
    opens: /\b(database|kit\.database)\.(write|asCustomer)\(/,
    because: 'SQL alone, in the transaction of whoever asks',
  },
  {
    role: 'events',
    file: /\.(events|jobs)\.ts$/,
    imports: [/\.(service|routes|commands)\.ts$/],
    opens: /\.(write|asCustomer)\(/,
    because: 'names and what they carry, in the transaction of whoever publishes',
  },
]
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/

const TEST = /\.test\.tsx?$|(^|\/)testing\/|harness[\w.-]*\.tsx?$/
const HARNESS = /(^|\/)testing\/|harness[\w.-]*\.tsx?$/
const ASSET = /\.(css|svg|png|json|wasm|woff2?)$/

/** What a newcomer can still take in: files in a folder, files that one leads to in a row, scattered small files. */
const MOST = { files: 25, chain: 12, crumbs: 20 }
/** A file of fewer lines of code that one other imports is a crumb: most belong into that other. */
const CRUMB_LINES = 40
const MEASURED = ['src', 'scripts', 'verify']

/** Every violation of a checkout, one line each. */
export function violationsOf(root) {
  const files = sourcesUnder(join(root, 'src'))
  const graph = new Map()
  const found = []
  for (const file of files) {
    const targets = []
    const text = readFileSync(join(root, 'src', file), 'utf8')
    const names = importsOf(text)
    found.push(...judgeRole(file, text, names).map((complaint) => `src/${file}: ${complaint}`))
    for (const name of names) {
      const target = targetOf(file, name)
      const complaint = target === undefined ? judgePackage(file, name) : judgeFile(root, file, name, target)
      if (complaint) found.push(`src/${file}: ${complaint}`)
      if (target !== undefined && !TEST.test(file)) targets.push(target)
    }
    graph.set(file, targets)
    const unknown = placeOf(file).unknown
    if (unknown) found.push(`src/${file}: ${unknown} has no floor in scripts/floors.mjs`)
  }
  const circles = circlesOf(graph)
  return [...found, ...circles, ...folderPairsOf(graph), ...(circles.length > 0 ? [] : outgrownOf(root))]
}

/** Whether a server file does what its name says. */
function judgeRole(file, text, names) {
  if (!file.startsWith('server/') || TEST.test(file)) return []
  const found = []
  for (const { role, file: named, imports, opens, because } of ROLES) {
    if (!named.test(file)) continue
    for (const name of names)
      if (imports.some((pattern) => pattern.test(resolved(file, name))))
        found.push(`.${role} may not import ${name}: ${because}`)
    if (opens.test(text) && !file.startsWith('server/kit/'))
      found.push(`.${role} opens a transaction: ${because}`)
  }
  if (!SQL_FILE.test(file)) {
    if (names.includes('kysely')) found.push('imports kysely: SQL stands in .store.ts')
    if (QUERY.test(text)) found.push('asks the database: SQL stands in .store.ts')
  }
  if (/\.asCustomer\(/.test(text) && !/\.service\.ts$|^server\/kit\/postgres\//.test(file))
    found.push('acts for a customer: who may what stands in .service.ts')
  return found
}

function resolved(file, name) {
  return targetOf(file, name) ?? name
}

/** The file that an import names, from `src`; undefined for a package. `#agronomy/` and `#contract/` are of package.json. */
function targetOf(file, name) {
  if (name.startsWith('#')) return bare(name.slice(1))
  return name.startsWith('.') ? posix.join(posix.dirname(file), bare(name)) : undefined
}

function judgePackage(file, name) {
  const { part, folder } = placeOf(file)
  if (TEST.test(file)) return undefined
  if (SLABS.includes(part) && !PACKAGES[part].test(name)) return `${part} may not import ${name}`
  if (part !== 'web') return undefined
  if (name.startsWith('node:')) return `the web may not import ${name}`
  if (folder !== 'map' && MAP_LIBRARY.test(name)) return `only web/map names ${name}`
  return undefined
}

function judgeFile(root, file, name, target) {
  if (target.startsWith('..')) {
    return TEST.test(file) ? undefined : `imports ${name}, which is outside src`
  }
  if (!TEST.test(file) && name.startsWith('../../../'))
    return `imports ${name}: more than two folders up; a slab is #agronomy/ or #contract/`
  if (!/\.tsx?$/.test(target) && !ASSET.test(target)) return `imports ${name} without .ts or .tsx`
  if (!existsSync(join(root, 'src', target))) return `imports ${name}, which does not exist`
  const from = placeOf(file)
  const to = placeOf(target)
  if (from.part !== to.part) return judgeParts(file, from, to)
  if (TEST.test(file)) return undefined
  if (TEST.test(target)) return `imports ${name}, which is for tests`
  return judgeFolders(from, to)
}

function judgeParts(file, from, to) {
  const test = TEST.test(file)
  if (TOWERS.includes(to.part)) {
    return HARNESS.test(file) ? undefined : `${from.part} may not import ${to.part}`
  }
  if (test) return undefined
  // limits and types of agronomy are part of the API too
  if (from.part === 'contract' && to.part === 'agronomy') return undefined
  if (SLABS.includes(from.part)) return `${from.part} may not import ${to.part}`
  if (from.part === 'web' && from.folder === 'ui') return `web/ui may not import ${to.part}`
  return undefined
}

function judgeFolders(from, to) {
  if (from.folder === to.folder || to.rank < from.rank) return undefined
  const pair = `${from.part}/${from.folder} may not import ${to.part}/${to.folder || '(top)'}`
  return to.rank === from.rank ? `${pair}: another feature` : `${pair}: upwards`
}

/** Where a file stands: its slab or tower, the folder in it, and how high that folder lies. */
function placeOf(file) {
  const [part = '', ...rest] = file.split('/')
  const folder = rest.length > 1 ? rest[0] : ''
  if (rest.length === 0 || ![...SLABS, ...TOWERS].includes(part)) {
    return { part, folder, rank: 0, unknown: `src/${part}` }
  }
  if (part === 'server') {
    const listed = SERVER.includes(rest.slice(0, 2).join('/')) ? rest.slice(0, 2).join('/') : folder
    const rank = folder === '' ? SERVER.length : SERVER.indexOf(listed)
    if (rank < 0 && !TEST.test(file)) return { part, folder, rank, unknown: `server/${folder}` }
    return { part, folder: listed, rank }
  }
  if (part !== 'web') return { part, folder: '', rank: 0 }
  const rank = WEB.indexOf(folder)
  if (folder === '') return { part, folder, rank: PAGE + 2 }
  // the French of every feature: held to its words by their types
  if (folder === 'french') return { part, folder, rank: PAGE + 1 }
  return { part, folder, rank: rank < 0 ? PAGE : rank }
}

/** Types count: a circle of types is a circle. Lines of comments are no imports. */
function importsOf(text) {
  const names = []
  const still = /^[ \t]*(?:import|export)\s+(?:[\w*${},\s]+?\s*from\s*)?['"]([^'"\n]+)['"]/gm
  const moving = /^(?![ \t]*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"\n]+)['"]/gm
  for (const pattern of [still, moving]) {
    for (const match of text.matchAll(pattern)) names.push(match[1])
  }
  return names
}

/** One line per circle: depth-first, each file entered once. */
function circlesOf(graph) {
  const found = []
  const state = new Map()
  const walk = (file, path) => {
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) {
      const here = [...path, file]
      if (state.get(next) === 'open') {
        const circle = [...here.slice(here.indexOf(next)), next]
        found.push(`src/${next}: circle ${circle.join(' -> ')}`)
      } else if (!state.has(next) && graph.has(next)) {
        walk(next, here)
      }
    }
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) walk(file, [])
  return found
}

/** Two folders that import each other are one, or one of their files stands in the wrong one. */
function folderPairsOf(graph) {
  const pairs = new Map()
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [posix.dirname(file), posix.dirname(target)]
      if (from !== to && graph.has(target)) pairs.set(`${from} ${to}`, `src/${file}: imports ${target}`)
    }
  return [...pairs].flatMap(([pair, example]) => {
    const [from, to] = pair.split(' ')
    const back = pairs.get(`${to} ${from}`)
    return from < to && back ? [`${example}, and back ${back}`] : []
  })
}

/** Which measures of the whole house are exceeded; there must be no circle in it. */
function outgrownOf(root) {
  const graph = new Map()
  const lines = new Map()
  for (const part of MEASURED.filter((name) => existsSync(join(root, name))))
    for (const file of sourcesUnder(root, part, /\.(tsx?|mjs)$/)) {
      if (TEST.test(file)) continue
      const text = readFileSync(join(root, file), 'utf8')
      const targets = importsOf(text).map((name) =>
        name.startsWith('#') ? posix.join('src', name.slice(1)) : posix.join(posix.dirname(file), bare(name)),
      )
      graph.set(file, [...new Set(targets)])
      lines.set(file, text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length)
    }
  for (const [file, targets] of graph)
    graph.set(
      file,
      targets.filter((target) => graph.has(target) && target !== file),
    )
  return [...crowdedIn(graph), ...longestIn(graph), ...crumbsIn(graph, lines)]
}

function crowdedIn(graph) {
  const counts = new Map()
  for (const file of graph.keys()) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MOST.files)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${MOST.files}`)
}

function longestIn(graph) {
  const chains = new Map()
  const chainOf = (file) => {
    if (!chains.has(file)) {
      const below = (graph.get(file) ?? []).map(chainOf)
      const longest = below.reduce((one, other) => (other.length > one.length ? other : one), [])
      chains.set(file, [file, ...longest])
    }
    return chains.get(file)
  }
  const longest = [...graph.keys()]
    .map(chainOf)
    .reduce((one, other) => (other.length > one.length ? other : one), [])
  return longest.length > MOST.chain
    ? [`${longest.length} files import each other in a row, at most ${MOST.chain}: ${longest.join(' -> ')}`]
    : []
}

function crumbsIn(graph, lines) {
  const users = new Map()
  for (const [file, targets] of graph)
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), file])
  const crumbs = [...users]
    .filter(([file, by]) => by.length === 1 && lines.get(file) < CRUMB_LINES)
    .map(([file, [user]]) => `${file} (${user})`)
  return crumbs.length > MOST.crumbs
    ? [
        `${crumbs.length} files under ${CRUMB_LINES} lines with one user, at most ${MOST.crumbs}: ${crumbs.toSorted().join(', ')}`,
      ]
    : []
}

function sourcesUnder(folder, prefix = '', wanted = /\.tsx?$/) {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(prefix, entry.name)
    if (entry.isDirectory()) return sourcesUnder(folder, path, wanted)
    return wanted.test(entry.name) && !/\.d\.m?ts$/.test(entry.name) ? [path] : []
  })
}

function bare(name) {
  return name.split('?')[0]
}

const home = dirname(dirname(fileURLToPath(import.meta.url)))
const found = violationsOf(process.argv[2] ?? home)
for (const line of found) console.error(line)
if (found.length > 0) process.exitCode = 1
