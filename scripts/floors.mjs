#!/usr/bin/env node
/** Fails if an import violates the layers of ARCHITECTURE.md, or a size limit is exceeded: `node scripts/floors.mjs [folder]`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const SHARED_LAYERS = ['agronomy', 'contract']
const APPLICATIONS = ['server', 'web', 'simulator']
/**
 * Left to right: a folder may import those before it. Files beside the folders may import all. A folder that is not listed
 * belongs to the layer of its parent.
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
 * The role that a server file's name declares, and what it therefore must not do. Types count: a rule written in terms of a
 * table's types depends on tables.
 */
const SQL_FILE = /\.(store|tables|rows)\.ts$|(^|\/)kit\/postgres\//
const ROLES = [
  {
    role: 'routes',
    file: /\.routes\.ts$/,
    imports: [/\.(store|tables|rows)\.ts$/, /(^|\/)kit\/postgres\//],
    opens: /\.(write|asCustomer)\(/,
    because: 'only HTTP; its .service.ts opens transactions',
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
    because: 'only SQL, in the caller’s transaction',
  },
  {
    role: 'events',
    file: /\.(events|jobs)\.ts$/,
    imports: [/\.(service|routes|commands)\.ts$/],
    opens: /\.(write|asCustomer)\(/,
    because: 'only names and payloads, in the publisher’s transaction',
  },
]
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/

const TEST = /\.test\.tsx?$|(^|\/)testing\/|harness[\w.-]*\.tsx?$/
const HARNESS = /(^|\/)testing\/|harness[\w.-]*\.tsx?$/
const ASSET = /\.(css|svg|png|json|wasm|woff2?)$/

/** Limits that keep the code readable for newcomers: files in a folder, length of an import chain, small files with one importer. */
const MOST = { files: 25, chain: 12, smallFiles: 20 }
/** A file with fewer lines of code and only one importer usually belongs into that importer. */
const SMALL_LINES = 40
const MEASURED = ['src', 'scripts', 'verify']

/** Every violation of a checkout, one line each. */
export function violationsOf(root) {
  const files = sourcesUnder(join(root, 'src'))
  const graph = new Map()
  const violations = []
  for (const file of files) {
    const targets = []
    const text = readFileSync(join(root, 'src', file), 'utf8')
    const names = importsOf(text)
    violations.push(...judgeRole(file, text, names).map((violation) => `src/${file}: ${violation}`))
    for (const name of names) {
      const target = targetOf(file, name)
      const violation = target === undefined ? judgePackage(file, name) : judgeFile(root, file, name, target)
      if (violation) violations.push(`src/${file}: ${violation}`)
      if (target !== undefined && !TEST.test(file)) targets.push(target)
    }
    graph.set(file, targets)
    const unknown = placeOf(file).unknown
    if (unknown) violations.push(`src/${file}: ${unknown} has no layer in scripts/floors.mjs`)
  }
  const circles = circlesOf(graph)
  return [...violations, ...circles, ...folderPairsOf(graph), ...(circles.length > 0 ? [] : exceededIn(root))]
}

/** Whether a server file does what its name says. */
function judgeRole(file, text, names) {
  if (!file.startsWith('server/') || TEST.test(file)) return []
  const violations = []
  for (const { role, file: filePattern, imports, opens, because } of ROLES) {
    if (!filePattern.test(file)) continue
    for (const name of names)
      if (imports.some((pattern) => pattern.test(resolved(file, name))))
        violations.push(`.${role} may not import ${name}: ${because}`)
    if (opens.test(text) && !file.startsWith('server/kit/'))
      violations.push(`.${role} opens a transaction: ${because}`)
  }
  if (!SQL_FILE.test(file)) {
    if (names.includes('kysely')) violations.push('imports kysely: SQL belongs in .store.ts')
    if (QUERY.test(text)) violations.push('queries the database: SQL belongs in .store.ts')
  }
  if (/\.asCustomer\(/.test(text) && !/\.service\.ts$|^server\/kit\/postgres\//.test(file))
    violations.push('acts for a customer: permissions are checked in .service.ts')
  return violations
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
  if (SHARED_LAYERS.includes(part) && !PACKAGES[part].test(name)) return `${part} may not import ${name}`
  if (part !== 'web') return undefined
  if (name.startsWith('node:')) return `web may not import ${name}`
  if (folder !== 'map' && MAP_LIBRARY.test(name)) return `only web/map may import ${name}`
  return undefined
}

function judgeFile(root, file, name, target) {
  if (target.startsWith('..')) {
    return TEST.test(file) ? undefined : `imports ${name}, which is outside src`
  }
  if (!TEST.test(file) && name.startsWith('../../../'))
    return `imports ${name}: more than two folders up; shared layers are #agronomy/ or #contract/`
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
  if (APPLICATIONS.includes(to.part)) {
    return HARNESS.test(file) ? undefined : `${from.part} may not import ${to.part}`
  }
  if (test) return undefined
  // limits and types of agronomy are part of the API too
  if (from.part === 'contract' && to.part === 'agronomy') return undefined
  if (SHARED_LAYERS.includes(from.part)) return `${from.part} may not import ${to.part}`
  if (from.part === 'web' && from.folder === 'ui') return `web/ui may not import ${to.part}`
  return undefined
}

function judgeFolders(from, to) {
  if (from.folder === to.folder || to.rank < from.rank) return undefined
  const pair = `${from.part}/${from.folder} may not import ${to.part}/${to.folder || '(top)'}`
  return to.rank === from.rank ? `${pair}: another feature` : `${pair}: upwards`
}

/** The layer of a file: its top-level part, the folder in it, and the folder's rank. */
function placeOf(file) {
  const [part = '', ...rest] = file.split('/')
  const folder = rest.length > 1 ? rest[0] : ''
  if (rest.length === 0 || ![...SHARED_LAYERS, ...APPLICATIONS].includes(part)) {
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
  // the French texts of every feature: their types keep them complete
  if (folder === 'french') return { part, folder, rank: PAGE + 1 }
  return { part, folder, rank: rank < 0 ? PAGE : rank }
}

/** Types count: a circle of types is a circle. Comment lines are not imports. */
function importsOf(text) {
  const names = []
  const statics = /^[ \t]*(?:import|export)\s+(?:[\w*${},\s]+?\s*from\s*)?['"]([^'"\n]+)['"]/gm
  const dynamics = /^(?![ \t]*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"\n]+)['"]/gm
  for (const pattern of [statics, dynamics]) {
    for (const match of text.matchAll(pattern)) names.push(match[1])
  }
  return names
}

/** One line per circle: depth-first, each file entered once. */
function circlesOf(graph) {
  const circles = []
  const state = new Map()
  const walk = (file, path) => {
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) {
      const trail = [...path, file]
      if (state.get(next) === 'open') {
        const circle = [...trail.slice(trail.indexOf(next)), next]
        circles.push(`src/${next}: circle ${circle.join(' -> ')}`)
      } else if (!state.has(next) && graph.has(next)) {
        walk(next, trail)
      }
    }
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) walk(file, [])
  return circles
}

/** Two folders that import each other are one, or one of their files is in the wrong one. */
function folderPairsOf(graph) {
  const pairs = new Map()
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [posix.dirname(file), posix.dirname(target)]
      if (from !== to && graph.has(target)) pairs.set(`${from} ${to}`, `src/${file}: imports ${target}`)
    }
  return [...pairs].flatMap(([pair, example]) => {
    const [from, to] = pair.split(' ')
    const reverse = pairs.get(`${to} ${from}`)
    return from < to && reverse ? [`${example}, and back ${reverse}`] : []
  })
}

/** Which size limits are exceeded; the graph must not have a circle. */
function exceededIn(root) {
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
  return [...fullFoldersIn(graph), ...longestIn(graph), ...smallFilesIn(graph, lines)]
}

function fullFoldersIn(graph) {
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
      const longest = below.reduce((longer, other) => (other.length > longer.length ? other : longer), [])
      chains.set(file, [file, ...longest])
    }
    return chains.get(file)
  }
  const longest = [...graph.keys()]
    .map(chainOf)
    .reduce((longer, other) => (other.length > longer.length ? other : longer), [])
  return longest.length > MOST.chain
    ? [`${longest.length} files import each other in a row, at most ${MOST.chain}: ${longest.join(' -> ')}`]
    : []
}

function smallFilesIn(graph, lines) {
  const importers = new Map()
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const small = [...importers]
    .filter(([file, by]) => by.length === 1 && lines.get(file) < SMALL_LINES)
    .map(([file, [user]]) => `${file} (${user})`)
  return small.length > MOST.smallFiles
    ? [
        `${small.length} files under ${SMALL_LINES} lines with one importer, at most ${MOST.smallFiles}: ${small.toSorted().join(', ')}`,
      ]
    : []
}

function sourcesUnder(folder, prefix = '', pattern = /\.tsx?$/) {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(prefix, entry.name)
    if (entry.isDirectory()) return sourcesUnder(folder, path, pattern)
    return pattern.test(entry.name) && !/\.d\.m?ts$/.test(entry.name) ? [path] : []
  })
}

function bare(name) {
  return name.split('?')[0]
}

const home = dirname(dirname(fileURLToPath(import.meta.url)))
const allViolations = violationsOf(process.argv[2] ?? home)
for (const line of allViolations) console.error(line)
if (allViolations.length > 0) process.exitCode = 1
