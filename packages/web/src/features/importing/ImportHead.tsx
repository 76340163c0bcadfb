import { t } from '../../i18n/index.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import styles from './ImportHead.module.css'

interface ImportHeadProps {
  title: string
  /** How the page is called in the header, where that is not its title. */
  crumb?: string
  lead?: string
  /** For what names or describes itself by the title. */
  titleId?: string
}

/** What the page of an import is about: its place in the header, its title, and a sentence under it. */
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
