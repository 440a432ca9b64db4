/** How the web tower is served while developing and built into `dist/`. */
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc, type Plugin } from 'vite'

const server = process.env['HEADGATE_SERVER'] ?? 'http://127.0.0.1:8080'
/** Calls of the wire; `src/web/api/*.ts` is served from the same first segment while developing. */
const calls = String.raw`^/(auth|api|dates|dev4|plots)(?!/[\w-]+\.ts)\b`
const proxy = { [calls]: { target: server, changeOrigin: false } }

const DIST = join(import.meta.dirname, 'dist')

/** Built beside and put in its place when all of it is there: a server that starts meanwhile finds the pages of before. */
function allAtOnce(): Plugin {
  const made = `${DIST}.new`
  const replaced = `${DIST}.old`
  return {
    name: 'all-at-once',
    apply: 'build',
    config: () => ({ build: { outDir: made, emptyOutDir: true } }),
    writeBundle: {
      // after the plugins that add to it
      order: 'post',
      sequential: true,
      async handler() {
        await rm(replaced, { recursive: true, force: true })
        // the first build replaces nothing
        await rename(DIST, replaced).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
        })
        await rename(made, DIST)
        await rm(replaced, { recursive: true, force: true })
      },
    },
  }
}

/** Compresses once, as well as it can be done, what the server would have to compress for every visit. */
function compressed(): Plugin {
  const WORTH_BYTES = 1024
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of await readdir(assets)) {
        if (!/\.(js|mjs|css|svg|json)$/.test(name)) continue
        const source = await readFile(join(assets, name))
        if (source.length < WORTH_BYTES) continue
        await writeFile(join(assets, `${name}.br`), brotliCompressSync(source))
        await writeFile(join(assets, `${name}.gz`), gzipSync(source, { level: 9 }))
      }
    },
  }
}

/** The service worker, with the names of what it keeps: the application, without what is large and seldom needed. */
function serviceWorker(): Plugin {
  const SOURCE = join(import.meta.dirname, 'src/web/offline/service-worker.ts')
  // without its outlines a map that stands on nothing else is half sea
  const KEPT = /\.(?:js|css)$|-latin-wght-[^/]*\.woff2$|\/outlines-[^/]*\.json$/
  /** The map library is kept once somebody has opened a map. */
  const LARGE_BYTES = 400_000
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle)
        .filter((each) => Buffer.byteLength(each.type === 'chunk' ? each.code : each.source) < LARGE_BYTES)
        .map(({ fileName }) => `/${fileName}`)
        .filter((name) => name.startsWith('/assets/') && KEPT.test(name))
        .toSorted()
      const build = createHash('sha256')
        .update(Object.keys(bundle).toSorted().join('\n'))
        .digest('hex')
        .slice(0, 16)
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE)
      // a script and no module: not every browser takes a module for a worker of this kind
      const script = code.replaceAll(/^export /gm, '').replace(/^\/\/# sourceMappingURL.*$/m, '')
      const filled = `const BUILD = ${JSON.stringify(build)}\nconst FILES = ${JSON.stringify(files)}\n${script}`
      await writeFile(join(dir, 'service-worker.js'), filled)
    },
  }
}

/**
 * The map library as published holds what its page and its worker share twice, once in each file: 120 KiB that travel for
 * nothing. Built from its sources, both import one chunk. Tests and `npm run dev` take the files as published.
 */
function mapLibraryOnce(): Plugin {
  const about = createRequire(import.meta.url).resolve('maplibre-gl/package.json')
  const sources = join(dirname(about), 'src')
  const worker = '\0map-worker-url'
  return {
    name: 'map-library-once',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'maplibre-gl') return join(sources, 'index.ts')
      return id === 'maplibre-gl/dist/maplibre-gl-worker.mjs?url' ? worker : null
    },
    async load(id) {
      // only its version is asked for
      if (id === about)
        return `{ "version": ${JSON.stringify(JSON.parse(await readFile(about, 'utf8')).version)} }`
      if (id !== worker) return null
      const chunk = this.emitFile({
        type: 'chunk',
        id: join(sources, 'source/worker.ts'),
        name: 'map-worker',
      })
      return `export default import.meta.ROLLUP_FILE_URL_${chunk}`
    },
    transform(code, id) {
      if (!id.startsWith(sources) || !id.endsWith('.ts')) return null
      // its classes declare what their parents set: fields of that kind must not exist
      return transformWithOxc(code, id, {
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      })
    },
  }
}

/** A check of a schema that only describes it. */
const DESCRIBED =
  /\s*\.check\(\s*z\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*,?\s*\)\s*,?\s*\)/g

/** Statuses of the table of problems, which the server answers with. */
const STATUS = /(?<=\{\s*)status: \d+,\s*/g

/** A top-level statement that makes a schema, up to what it makes. */
const SCHEMA = /^(?:export )?const \w+ = (?=z\.)/

/**
 * What the contract says about itself is for its papers on the server, as are statuses: no page reads them. A schema that no
 * page uses is left out, and with it what it alone needs of the library: that making one does nothing else is known here, and
 * not seen by the builder.
 */
function contractWithoutPapers(): Plugin {
  return {
    name: 'contract-without-papers',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/src/contract/')) return null
      if (id.endsWith('/page-problems.ts')) return code.replaceAll(STATUS, '')
      const bare = code.replaceAll(DESCRIBED, '')
      let made = ''
      let done = 0
      for (const { start, end } of this.parse(bare).body) {
        const text = bare.slice(start, end)
        const opening = SCHEMA.exec(text)?.[0]
        if (!opening) continue
        const maker = text.slice(opening.length).replace(/;$/, '')
        made += `${bare.slice(done, start)}${opening}/* @__PURE__ */ (() => (${maker}))();`
        done = end
      }
      return made + bare.slice(done)
    },
  }
}

/** Stops a build whose first scripts have sentences: they would be said in English before the language is settled. */
function sentencesLast(): Plugin {
  return {
    name: 'sentences-last',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((made) => made.type === 'chunk')
      const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      // what is added is gone through as well
      for (const name of first)
        for (const needed of bundle[name]?.type === 'chunk' ? bundle[name].imports : []) first.add(needed)
      const early = chunks
        .filter(({ fileName }) => first.has(fileName))
        .flatMap(({ moduleIds }) => moduleIds.filter((id) => id.endsWith('.text.ts')))
      if (early.length > 0) this.error(`Loaded before the language is settled: ${early.join(', ')}`)
    },
  }
}

const inNodeModules = (names: string) => String.raw`\/node_modules\/(${names})\/`
const inWeb = (names: string) => String.raw`\/web\/(${names})\.tsx?$`
const either = (...patterns: string[]) => new RegExp(patterns.join('|'))

/**
 * What is needed together in one chunk each: dozens of small ones compress worse, and ordering them delays the answer to
 * a tap. The first that fits takes a module, with whatever it needs itself. What `main.tsx` imports runs before
 * the language is settled; the frame of the pages has sentences and may not, so that it stays a chunk of its own.
 */
const CHUNKS = [
  {
    name: 'base',
    test: either(
      inNodeModules(
        'react|react-dom|scheduler|zustand|@tanstack/(react-router|router-core|history|react-store|store)',
      ),
      inWeb(
        'start-check|account-preferences|language/language|kit/(brand|json-text|language-choice|paths|role|session|storage|theme|token|load-with-retry)',
      ),
    ),
  },
  {
    name: 'frame',
    test: either(
      inWeb(
        'routes|shell|nav|footer|kit/(chosen-system|use-session)|language/.*|ui/(page|logo|button|class-names)',
      ),
      String.raw`\/web\/(footer|nav|shell|ui\/(page|logo|button))\.module\.css`,
      String.raw`\/lucide-react\/dist\/esm\/(shared|Icon|createLucideIcon|defaultAttributes|context)`,
    ),
  },
  // a form, and a call without the schemas of its answer, as Sign In makes one
  {
    name: 'calls',
    test: either(
      inWeb('api/sign-in|kit/(client|http|renewal|call-error)|ui/(notice|field|text-field|dialog)'),
      String.raw`\/web\/ui\/(notice|field|dialog)\.module\.css`,
      String.raw`\/contract\/(page-problems|limits|accounts\/account-paths)\.ts$`,
    ),
  },
  // what the forms of an account share
  {
    name: 'account',
    test: either(
      inWeb('accounts/(failure-dialog|sign-in.text)'),
      String.raw`\/web\/accounts\/account-page\.module\.css`,
    ),
  },
  // what every page behind Sign In needs
  {
    name: 'signed-in',
    test: either(
      inNodeModules('zod'),
      // several questions at once, pages of answers and what is kept on the device come later or not at all
      String.raw`\/@tanstack\/(query-core|react-query)\/(?!.*(queriesObserver|infiniteQueryObserver|useQueries|useInfiniteQuery|index|hydration)\.js)`,
      inWeb(
        'signed-in|alerts/(alert-count|causes)|kit/(live-stream|formats|name-order|use-now)|api/(accounts|alerts|preferences|systems|systems-live)|ui/(dropdown|skeleton|loading-text)',
      ),
      String.raw`\/contract\/(alerts/alerts|fields|live|systems|delivery|pivot|accounts\/accounts)\.ts$`,
    ),
  },
  // all fields at a glance
  {
    name: 'fields',
    test: either(
      inWeb(
        'systems/(overview|text)/[^/]+|systems/systems-page|systems/status/(system-[^n/][^/]*|p[^/]+)|shared/delivery/delivery.text|api/outlooks|ui/(status-badge|segmented-choice|checkbox)',
      ),
      String.raw`\/contract\/balance\.ts$`,
    ),
  },
  // parts of forms and lists that most pages behind Sign In have
  {
    name: 'controls',
    test: either(
      inNodeModules('@tanstack/(query-core|react-query)'),
      inWeb(
        'kit/save-file|ui/(form-dialog|number-field|switch|toggletip)|shared/pivot/(system-links|pivot.text)',
      ),
      String.raw`\/lucide-react\/dist\/esm\/icons\/(lock|circle-question-mark)\.`,
    ),
  },
  { name: 'forms', test: either(inNodeModules('react-hook-form')) },
  // a field and what it is prescribed, on its page and on maps
  {
    name: 'field',
    test: either(
      inWeb(
        'api/(geofences|prescriptions)|shared/(suspects/[^/]+|prescription/(water.text|savings|prescription-(cells|drawing|legend|picture)))',
      ),
    ),
  },
  { name: 'delivery', test: either(inWeb('shared/delivery/[^/]+')) },
  // what opens with a field
  {
    name: 'system',
    test: either(
      inWeb(
        'systems/(system-panel|passes/passes.text|settings/[^/]+|delivery/(changes.text|last-change|runs-now|[^/]+-dialog))',
      ),
    ),
  },
]

export default defineConfig({
  root: 'src/web',
  plugins: [
    mapLibraryOnce(),
    contractWithoutPapers(),
    react(),
    sentencesLast(),
    compressed(),
    serviceWorker(),
    allAtOnce(),
  ],
  css: { transformer: 'lightningcss' },
  server: {
    host: '127.0.0.1',
    proxy,
  },
  preview: {
    host: '127.0.0.1',
    proxy,
  },
  build: {
    // the server names what a page needs in its HTML
    manifest: true,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    cssMinify: 'lightningcss',
    // The content security policy allows fonts and scripts of this origin only: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // in kB before compression: the map library; what each page may load is tested
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS.map((chunk, at) => ({ ...chunk, priority: CHUNKS.length - at })),
        },
      },
    },
  },
})
