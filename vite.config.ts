/** How the web tower is served while developing and built into `dist/`. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['HEADGATE_SERVER'] ?? 'http://127.0.0.1:8080'
/** Calls of the wire; `src/web/api/*.ts` is served from the same first segment while developing. */
const calls = String.raw`^/(auth|api|dates|dev4|plots)(?!/[\w-]+\.ts)\b`
const proxy = { [calls]: { target: server, changeOrigin: false } }

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

/**
 * What every visit needs, in two chunks: dozens of small ones compress worse. What `main.tsx` imports runs before
 * the language is settled; the frame of the pages has sentences and may not, so that it stays a chunk of its own.
 */
const FIRST_CHUNKS = [
  {
    name: 'base',
    test: /\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack\/(react-router|router-core|history|react-store|store))\/|\/web\/(start|theme-of-account|language\/language|kit\/(brand|json-text|language-choice|session|storage|theme|token))\.ts$/,
    priority: 2,
  },
  { name: 'frame', test: /\/web\/(routes|shell)\.tsx$/, priority: 1 },
]

export default defineConfig({
  root: 'src/web',
  plugins: [react(), compressed()],
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
    outDir: '../../dist',
    emptyOutDir: true,
    // the server names what a page needs in its HTML
    manifest: true,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    cssMinify: 'lightningcss',
    // The content security policy allows fonts and scripts of this origin only: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_CHUNKS } } },
  },
})
