import { type ReactNode, useId } from 'react'
import styles from './UserSettingsPage.module.css'

/** One titled sheet of the settings page. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
