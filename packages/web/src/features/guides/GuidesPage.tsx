import { useQuery } from '@tanstack/react-query'
import { Navigate, NavLink, useParams } from 'react-router'
import { t } from '../../i18n/guides.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { TopBarOneColumn } from '../../ui/layout/layouts.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './GuidesPage.module.css'
import { GUIDES, type Guide, guidePath, withPageLinks } from './guides.ts'

/** Where the server describes its HTTP API. */
const API_PATH = '/api/docs'

/** `/guides/:guide`: the documentation of this version, to be read where one works. */
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
