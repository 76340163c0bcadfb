import { t } from '../../i18n/index.ts'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import styles from './ImportHead.module.css'

interface ImportHeadProps {
  title: string
  /** Breadcrumb text, if it differs from the title. */
  crumb?: string
  lead?: string
  /** Id of the title, for `aria-labelledby`. */
  titleId?: string
}

/** The head of the import page: breadcrumb, title, and a sentence below it. */
export function ImportHead({ title, crumb = title, lead, titleId }: ImportHeadProps) {
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: crumb }]} />
      </HeaderSlot>
      <header className={styles.head}>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
    </>
  )
}
