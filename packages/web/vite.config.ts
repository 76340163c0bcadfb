import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://127.0.0.1:6900'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), englishOnly(), usedComponents(), plainCode()],
  // By its name, the package resolves to its development build only, which contains checks and warnings for
  // developers.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router'))),
      },
    ],
  },
  // `assetsInlineLimit: 0`: no asset is inlined as a data URL, since the content security policy allows fonts from
  // our own files only.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Source maps without a reference in each file, which would count towards the size of the first visit.
    sourcemap: 'hidden',
    target: 'baseline-widely-available',
    // Browsers of this baseline support module preloading.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Short hashes of few bits: the entry lists the names of all chunks, and hashes do not compress.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // By default the bundler puts code that many pages share into the chunk with zod, which only a few pages
        // need.
        codeSplitting: {
          groups: [
            // The code of every visit in one chunk: many small ones compress worse.
            { name: 'app', tags: ['$initial'], priority: 3 },
            // The code that all pages with records share: in separate chunks, each would have imports of its own and
            // compress worse.
            {
              name: 'records',
              test: modules(
                'packages/web/src/features/(exporting/LazyExportDialog|dataset-list/DatasetCrumbs)',
                'packages/web/src/record/(?!RecordFacts|HistoryList|metadata-words|mark-nodes)',
                'packages/web/src/form/(?!ManyLabels|label-usages)',
                'packages/web/src/local/saved/SavedMark',
                'packages/web/src/queue/(GoToField|RecordPager|QueueTabs)',
                'packages/web/src/find/(BarButton|FieldSearch|SearchBox|use-highlighter)',
                'packages/web/src/spans/(span-context|tints|marks)',
                'packages/web/src/ui/controls/(SearchField|Chip|Segmented)',
                'packages/web/src/ui/display/(Breadcrumbs|Skeleton|breakable)',
                'packages/web/src/ui/overlays/(Popover|stacked).',
                'packages/web/src/ui/layout/Sidebar',
                'packages/web/src/ui/browser/(use-card-drag|use-stable-callback|use-latest-search)',
                'packages/web/src/api/(feedback|account)/(vectors|metadata|questions|fields|metrics|datasets|workspaces).',
                'domain/src/(spans/code-points|permissions|answers/(asked-question|answer-kinds)|options/question-options)',
                'lucide-react/dist/esm/icons/(keyboard|download|sliders-horizontal|refresh-cw|list-checks|list-filter|grip-vertical).',
                '@tanstack/query-core/build/modern/queryObserver',
                '@tanstack/react-query/build/modern/(useBaseQuery|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider|useQuery).',
              ),
              priority: 2,
            },
            // Files below 1,100 bytes are sent uncompressed: combine them.
            {
              name: 'feedback',
              test: modules(
                'features/feedback/(commands|use-workspace|url/(annotation-url|read-parts)|finding/use-search-settings)',
                'features/feedback/(answers/(show-unseen|form-state)|records/queue)',
                'features/feedback/questions/(QuestionView|RatingQuestion|RankingQuestion)',
                'UnseenNote.',
                'i18n/areas/feedback',
                'api/feedback/(queries|queue|team/doubts).',
                'domain/src/answers/(payload|prefill)',
                'lucide-react/dist/esm/icons/arrow-down.',
                'query-core/build/modern/infiniteQueryObserver',
                'react-query/build/modern/useInfiniteQuery.',
              ),
              priority: 2,
            },
            // Always loaded together.
            { name: 'SpanField', test: modules('web/src/spans/SpanField.', 'web/src/.*occurrences.'), priority: 2 },
            {
              name: 'markdown',
              test: modules('web/src/ui/(markdown/Markdown|display/CodeBlock).'),
              priority: 2,
            },
            { name: 'python-text', test: modules('contract/src/python-text'), priority: 2 },
            { name: 'zod', test: modules('node_modules/zod/', 'contract/src/(shapes|body-list)'), priority: 1 },
          ],
        },
      },
    },
  },
  // ES modules, so that workers can load rarely needed code lazily, such as that for workbooks.
  worker: { format: 'es' },
  // `npx vite packages/web` serves the app with hot reload; the API is that of a server started with `npm start`.
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
})

/** Matches the modules whose path contains one of these patterns. A `/` is also the separator of Windows, a `.` at the end only itself. */
function modules(...patterns: string[]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.replace(/\.$/, '\\.').replaceAll('/', '[\\\\/]')).join('|'))
}

/** Leaves out the component library's texts in thirty other languages; without them it uses its English ones. */
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

/** Lets the bundler leave out the router's components that nothing uses, such as its forms, which are given a `displayName` for debugging. */
function usedComponents(): Plugin {
  return {
    name: 'used-components',
    enforce: 'pre',
    transform: (code, id) =>
      /[\\/]react-router[\\/]dist[\\/]/.test(id)
        ? {
            code: code
              .replaceAll(/^\w+\.displayName = /gm, '')
              .replaceAll(/(?<=^var \w+ = )\w+\.forwardRef\(/gm, '/* @__PURE__ */ $&'),
            map: null,
          }
        : undefined,
  }
}

/** Shows code character by character: with the ligatures of its font, `=<<` looks like `==«`. */
function plainCode(): Plugin {
  return {
    name: 'plain-code',
    enforce: 'pre',
    // Only here: each `font` in the style sheets would reset a `font-variant-ligatures` before it.
    transform: (css, id) =>
      id.includes('/jetbrains-mono/')
        ? { code: css.replaceAll('@font-face {', '@font-face { font-feature-settings: "calt" 0;'), map: null }
        : undefined,
  }
}
