import { OPTION_COLORS } from '@postil/contract/options'
import styles from './ComponentsPage.module.css'
import { ControlsSamples } from './ControlsSamples.tsx'
import { DisplaySamples } from './DisplaySamples.tsx'
import { OverlaySamples } from './OverlaySamples.tsx'
import { Sample } from './Sample.tsx'

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
          <DisplaySamples />
        </div>
      ))}
    </main>
  )
}

const GROUNDS = ['paper', 'sheet', 'sunk', 'raised', 'hover']
const PIGMENTS = ['vermilion', 'verdigris', 'lapis', 'ochre', 'umber']

/** The colours and fonts of `styles/tokens.css`. */
function TokenSamples() {
  return (
    <>
      <Sample name="Grounds and pigments">
        {GROUNDS.map((name) => (
          <span key={name} className={styles.swatch} style={{ background: `var(--${name})` }}>
            {name}
          </span>
        ))}
        {PIGMENTS.map((name) => (
          <span
            key={name}
            className={styles.swatch}
            style={{ background: `var(--${name}-wash)`, color: `var(--${name})` }}
          >
            {name}
          </span>
        ))}
      </Sample>
      <Sample name="Entity tints">
        {Array.from({ length: OPTION_COLORS }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is what it shows
            key={index}
            className={styles.tint}
            style={{
              background: `var(--entity-${index})`,
              boxShadow: `0 3px 0 var(--entity-${index}-line)`,
            }}
          >
            {index}
          </span>
        ))}
      </Sample>
      <Sample name="Type" isStack>
        <p style={{ font: 'var(--text-title)' }}>Title: a postil is a note in the margin</p>
        <p style={{ font: 'var(--text-subtitle)' }}>Subtitle: of a text</p>
        <p style={{ font: 'var(--text-heading)' }}>Heading: What does the customer want?</p>
        <p>Text: the record is the largest, calmest thing on the screen.</p>
        <p style={{ font: 'var(--text-small)', color: 'var(--ink-2)' }}>Small: chrome is small and recedes.</p>
        <p style={{ font: 'var(--text-caption)', color: 'var(--ink-3)' }}>Caption: Customer message</p>
        <p style={{ font: 'var(--text-code)' }}>Code: msg-04417</p>
        <p style={{ fontFamily: 'var(--record-family)', fontSize: 'var(--record-size)', lineHeight: 1.6 }}>
          Record: I was at the supermarket this morning and my card got declined twice, even though the app shows more
          than enough money in the account.
        </p>
      </Sample>
    </>
  )
}
