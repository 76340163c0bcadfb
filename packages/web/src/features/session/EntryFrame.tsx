import type { ReactNode } from 'react'
import { t } from '../../i18n/areas/setup.ts'
import { BrandMark } from '../../ui/display/BrandMark.tsx'
import { DefaultLayout } from '../../ui/layout/layouts.tsx'
import styles from './EntryFrame.module.css'

interface EntryFrameProps {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/** The layout of pages before signing in: the brand in the margin, a form beside it. */
export function EntryFrame({ title, lead, children }: EntryFrameProps) {
  return (
    <DefaultLayout>
      <div className={styles.page}>
        <div className={styles.margin}>
          <BrandMark size="large" />
          <p className={styles.motto}>{t('session.motto')}</p>
        </div>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
      </div>
    </DefaultLayout>
  )
}
