import type { guides } from '../../i18n/en/guides.ts'

/** What can be read in the app, in the order it is offered: files of `docs`, by the last part of their address. */
export const GUIDES = [
  { id: 'annotating', title: 'guides.annotating', load: () => import('../../../../../docs/guides/annotating.md?raw') },
  { id: 'files', title: 'guides.files', load: () => import('../../../../../docs/guides/files.md?raw') },
  { id: 'leading', title: 'guides.leading', load: () => import('../../../../../docs/guides/leading.md?raw') },
  { id: 'programs', title: 'guides.programs', load: () => import('../../../../../docs/guides/programs.md?raw') },
  { id: 'running', title: 'guides.running', load: () => import('../../../../../docs/guides/running.md?raw') },
  {
    id: 'configuration',
    title: 'guides.configuration',
    load: () => import('../../../../../docs/reference/configuration.md?raw'),
  },
] as const satisfies readonly { id: string; title: keyof typeof guides; load: () => Promise<{ default: string }> }[]

export type Guide = (typeof GUIDES)[number]

/** The address of a guide. */
export function guidePath(id: string): string {
  return `/guides/${id}`
}

/** The guide's text with links that lead to the other pages here instead of to files. */
export function withPageLinks(markdown: string): string {
  return markdown.replace(
    /\]\(([\w./-]+?)\.(md|json)(#[\w-]+)?\)/g,
    (link, path: string, ending: string, place = '') => {
      const id = path.split('/').at(-1)
      if (ending === 'json') return id === 'openapi' ? '](/api/openapi.json)' : link
      return GUIDES.some((guide) => guide.id === id) ? `](${guidePath(String(id))}${place})` : link
    },
  )
}
