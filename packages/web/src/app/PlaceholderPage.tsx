import { Link } from 'react-router'
import { t } from '../i18n/index.ts'
import { Breadcrumbs, type Crumb } from '../ui/Breadcrumbs.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { HeaderSlot } from '../ui/layout/HeaderSlot.tsx'
import { GridLayout } from '../ui/layout/layouts.tsx'
import styles from './errors/ErrorPage.module.css'

interface PlaceholderPageProps {
  /** Which part of the product comes here, and when. */
  words: string
  crumbs: readonly Crumb[]
}

/** A page that is planned and not there yet, and says so. */
export function PlaceholderPage({ words, crumbs }: PlaceholderPageProps) {
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={crumbs} />
      </HeaderSlot>
      <GridLayout header={null}>
        <EmptyState
          drawing="later"
          level={1}
          title={t('app.later.title')}
          action={
            <Link to="/datasets" className={styles.home}>
              {t('app.later.action')}
            </Link>
          }
        >
          {words}
        </EmptyState>
      </GridLayout>
    </>
  )
}
