import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://127.0.0.1:6900'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), englishOnly()],
  // The package offers only its development build by name, which carries checks and warnings for developers.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router'))),
      },
    ],
  },
  // Nothing is put into the code as a data address: the security policy lets fonts come from our own files only.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Beside the code, not named in it: the name in every file weighs on the first visit.
    sourcemap: 'hidden',
    target: 'baseline-widely-available',
    // Browsers of this age load modules ahead by themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Left alone, the bundler puts what many pages need into one file with zod, which only the pages about files need.
        codeSplitting: {
          groups: [
            // What every visit needs, in one file: many small ones compress worse.
            { name: 'app', tags: ['$initial'], priority: 3 },
            // What every page of records needs: apart, each file of it would carry its own imports and compress worse.
            {
              name: 'records',
              test: /packages[\\/]web[\\/]src[\\/](features[\\/]exporting[\\/](ExportButton|LazyExportDialog)|record[\\/](?!RecordFacts|metadata-words)|local[\\/]saved[\\/]SavedMark|queue[\\/](GoToField|RecordPager|QueueTabs)|find[\\/](BarButton|FieldSearch|SearchBox|Toolbar|use-highlighter)|form[\\/](?!ManyLabels|label-usages)|ui[\\/](controls[\\/](SearchField|Chip|Segmented)|display[\\/](Breadcrumbs|Skeleton|breakable)|overlays[\\/]Popover\.))|domain[\\/]src[\\/](spans[\\/]code-points|permissions|answers[\\/](asked-question|answer-kinds)|options[\\/]question-options)|packages[\\/]web[\\/]src[\\/](spans[\\/](span-desk|SpanDeskProvider|tints|marks)|ui[\\/](layout[\\/]Sidebar|browser[\\/](use-card-drag|use-stable-callback))|api[\\/](feedback|account)[\\/](vectors|metadata|questions|fields|metrics|datasets|workspaces)\.)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](keyboard|download|sliders-horizontal|refresh-cw|list-checks|grip-vertical)\.|@tanstack[\\/]query-core[\\/]build[\\/]modern[\\/]queryObserver|@tanstack[\\/]react-query[\\/]build[\\/]modern[\\/](useBaseQuery|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider|useQuery)\./,
              priority: 2,
            },
            // Files below 1,100 bytes are sent uncompressed: these stand together.
            {
              name: 'feedback',
              test: /features[\\/]feedback[\\/](commands|answers[\\/]show-unseen|questions[\\/](QuestionView|RatingQuestion|RankingQuestion))|i18n[\\/](en[\\/])?areas[\\/]feedback/,
              priority: 2,
            },
            {
              name: 'markdown',
              test: /web[\\/]src[\\/]ui[\\/](markdown[\\/]Markdown|display[\\/]CodeBlock)\./,
              priority: 2,
            },
            { name: 'python-text', test: /contract[\\/]src[\\/]python-text/, priority: 2 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]shapes/, priority: 1 },
          ],
        },
      },
    },
  },
  // Modules, so that what few files need (workbooks) can be loaded late in a worker, too.
  worker: { format: 'es' },
  // `npx vite packages/web` shows changes at once, over a server started with `npm start`.
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
})

/** Leaves out the words that the component library brings for thirty other languages; it falls back on its English ones. */
function englishOnly(): Plugin {
  return {
    name: 'english-only',
    enforce: 'pre',
    load: (id) =>
      /[\\/]react-aria[^\\/]*[\\/].*[\\/]intl[\\/](.*[\\/])?(?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
        ? 'export default undefined'
        : undefined,
  }
}
