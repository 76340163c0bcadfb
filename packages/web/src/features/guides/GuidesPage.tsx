import { useQuery } from '@tanstack/react-query'
import { Navigate, NavLink, useParams } from 'react-router'
import { type guides, t } from '../../i18n/areas/guides.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { TopBarOneColumn } from '../../ui/layout/layouts.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import styles from './GuidesPage.module.css'

/** Where the server describes its HTTP API. */
const API_PATH = '/api/docs'

/** `/guides/:guide`: the documentation of this version, inside the app. */
export function GuidesPage() {
  const { guide: id } = useParams()
  const guide = GUIDES.find((one) => one.id === id)
  if (!guide) return <Navigate to={guidePath(GUIDES[0].id)} replace />
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs
          crumbs={[{ label: t('app.documentation'), to: guidePath(GUIDES[0].id) }, { label: t(guide.title) }]}
        />
      </HeaderSlot>
      <TopBarOneColumn
        width={840}
        topBar={
          <nav className={styles.list} aria-label={t('app.documentation')}>
            {GUIDES.map((one) => (
              <NavLink key={one.id} to={guidePath(one.id)} className={styles.link}>
                {t(one.title)}
              </NavLink>
            ))}
            <a href={API_PATH} className={styles.link} target="_blank" rel="noreferrer">
              {t('guides.api')}
            </a>
          </nav>
        }
      >
        <Text key={guide.id} guide={guide} />
      </TopBarOneColumn>
    </>
  )
}

function Text({ guide }: { guide: Guide }) {
  const text = useQuery({
    queryKey: ['guide', guide.id],
    queryFn: async () => withPageLinks((await guide.load()).default),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <article className={styles.text} aria-busy={text.isPending}>
      {text.isPending && <Skeleton height={320} />}
      {text.isError && (
        <p className={styles.failed} role="alert">
          {t('app.pageAway.title')}
          <Button size="small" onPress={() => void text.refetch()}>
            {t('app.unreachable.retry')}
          </Button>
        </p>
      )}
      {text.data !== undefined && <Markdown linksStay>{text.data}</Markdown>}
    </article>
  )
}

/** The guides in the order of the menu: files of `docs`, by the last part of their URL. */
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

type Guide = (typeof GUIDES)[number]

/** The path of a guide. */
export function guidePath(id: string): string {
  return `/guides/${id}`
}

/** The guide's text with links to other files of `docs` replaced by links to pages of the app. */
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
