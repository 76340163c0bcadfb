import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:6900'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // Nothing is put into the code as a data address: the security policy lets fonts come from our own files only.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Left alone, the bundler puts what many pages need into one file with zod, which only the pages about files need.
        codeSplitting: {
          groups: [
            { name: 'python-text', test: /contract[\\/]src[\\/]python-text/, priority: 2 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]shapes/, priority: 1 },
          ],
        },
      },
    },
  },
  // `npx vite packages/web` shows changes at once, over a server started with `npm start`.
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
})
