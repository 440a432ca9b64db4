/** How the web tower is served while developing and built into `dist/`. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['HEADGATE_SERVER'] ?? 'http://127.0.0.1:8080'
/** Calls of the wire; `src/web/api/*.ts` is served from the same first segment while developing. */
const calls = String.raw`^/(auth|api|dates|dev4|plots)(?!/[\w-]+\.ts)\b`
const proxy = { [calls]: { target: server, changeOrigin: false } }

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
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
    target: ['chrome123', 'safari17.5', 'firefox128'],
    cssMinify: 'lightningcss',
    // The content security policy allows fonts and scripts of this origin only: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
