import type { ReactNode, Ref } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../controls/Button.tsx'
import { Breadcrumbs } from '../display/Breadcrumbs.tsx'
import { HeaderSlot } from './HeaderSlot.tsx'
import styles from './ListPage.module.css'
import { OneColumn } from './layouts.tsx'

interface ListPageProps {
  title: string
  lead: string | undefined
  /** Shown when the lists could not be loaded. */
  problem?: string | false
  onRetry: () => void
  children: ReactNode
}

/** A page of lists that concern several datasets, with a way back to these. */
export function ListPage({ title, lead, problem, onRetry, children }: ListPageProps) {
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: title }]} />
      </HeaderSlot>
      <OneColumn width={840}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </header>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}{' '}
            <Button size="small" onPress={onRetry}>
              {t('app.unreachable.retry')}
            </Button>
          </p>
        )}
        {children}
      </OneColumn>
    </>
  )
}

interface ListSectionProps {
  title: string
  /** The heading, which can take the focus. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One list of the page with its heading. */
export function ListSection({ title, headingRef, children }: ListSectionProps) {
  return (
    <section aria-label={title} className={styles.section}>
      <h2 ref={headingRef} tabIndex={-1} className={styles.subtitle}>
        {title}
      </h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}
