import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const chunks = [
  { name: 'first', tags: ['$initial'] },
  { name: 'rich-text', test: /\/(?:renderer\/grid\/cells\/rich-text|@tiptap|prosemirror-\w+)\// },
  // The loader is in this chunk because it would otherwise tie the word lists to the first chunk.
  { name: 'passwords', test: /\/@zxcvbn-ts\/|\/team\/rate-password/ },
  // Each language is a chunk of its own: only one is ever loaded, and none for English.
  { name: 'later', test: /^(?!.*\/shared\/(?:languages|messages)\/)/ },
]

/**
 * The page is served by our own server under `script-src 'self'`: no inline scripts, no data URLs,
 * everything local. For development run `vite renderer` with VITRINE_ORIGIN and VITRINE_SESSION of a
 * running server.
 */
export default defineConfig({
  root: fromHere('.'),
  base: '/',
  plugins: [react()],
  build: {
    outDir: fromHere('../dist/renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
    modulePreload: { polyfill: false },
    sourcemap: true,
    target: 'chrome130',
    // A single style sheet keeps the rule order independent of lazy loading (see ui/lazy-part.tsx).
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    chunkSizeWarningLimit: 1100,
  },
  server: { host: '127.0.0.1', proxy: proxyToServer() },
})

function proxyToServer() {
  const target = process.env['VITRINE_ORIGIN']
  if (target === undefined) return {}
  const headers = { authorization: `Bearer ${process.env['VITRINE_SESSION'] ?? ''}`, origin: target }
  const rule = { target, changeOrigin: true, headers }
  return { '/api': rule, '/app': rule, '/files': rule }
}
