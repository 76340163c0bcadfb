import styles from './ComponentsPage.module.css'
import { ControlsSamples } from './ControlsSamples.tsx'
import { FeedbackSamples } from './FeedbackSamples.tsx'
import { OverlaySamples } from './OverlaySamples.tsx'
import { TextSamples } from './TextSamples.tsx'
import { TokenSamples } from './TokenSamples.tsx'

const THEMES = ['light', 'dark'] as const

/** Development only: every component, in both themes side by side. */
export function ComponentsPage() {
  return (
    <main className={styles.page}>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className={styles.theme}>
          <h1 className={styles.title}>Components, {theme}</h1>
          <TokenSamples />
          <ControlsSamples />
          <OverlaySamples />
          <FeedbackSamples />
          <TextSamples />
        </div>
      ))}
    </main>
  )
}
