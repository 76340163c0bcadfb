import { type ReactNode, useId } from 'react'
import styles from './sections.module.css'

interface SectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One titled section of the plan. */
export function Section({ title, lead, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
