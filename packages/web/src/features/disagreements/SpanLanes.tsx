import type { Span } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { type TintedLabel, tintLabels, tintStyle } from '../../spans/tints.ts'
import styles from './SpanLanes.module.css'
import { type LaneMark, laneLines } from './span-lanes.ts'

interface SpanLanesProps {
  settings: Extract<QuestionSettings, { type: 'span' }>
  text: string
  given: readonly { name: string; spans: readonly Span[] }[]
  decided: readonly Span[] | undefined
  decidedName: string
}

/**
 * The spans that each person marked in a text, one lane each, with the decision below. Hidden from screen readers, which read the answers
 * as lists beside it.
 */
export function SpanLanes({ settings, text, given, decided, decidedName }: SpanLanesProps) {
  const lanes = [
    ...given.map(({ name, spans }) => ({ name, spans, isDecision: false })),
    ...(decided ? [{ name: decidedName, spans: decided, isDecision: true }] : []),
  ]
  const labels = tintLabels(settings.options)
  const lines = laneLines(
    text,
    lanes.map(({ spans }) => spans),
  )
  return (
    <div className={styles.lines} aria-hidden="true">
      {lines.map((line) => (
        <div key={line[0]?.start} className={styles.line}>
          <div className={styles.piece} data-names>
            <span className={styles.word} />
            {lanes.map(({ name, isDecision }, lane) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
              <span key={lane} className={styles.name} data-decision={isDecision || undefined} title={name}>
                {name}
              </span>
            ))}
          </div>
          {line.map(({ start, text: word, marks }) => (
            <div key={start} className={styles.piece}>
              <span className={styles.word} dir="auto">
                {word}
              </span>
              {lanes.map(({ isDecision }, lane) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
                <Cell key={lane} mark={marks[lane]} labels={labels} isDecision={isDecision} />
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

interface CellProps {
  mark: LaneMark | undefined
  labels: ReadonlyMap<string, TintedLabel>
  isDecision: boolean
}

function Cell({ mark, labels, isDecision }: CellProps) {
  const label = mark && labels.get(mark.label)
  return (
    <span
      className={styles.cell}
      style={tintStyle(label?.tint)}
      data-marked={mark !== undefined || undefined}
      data-start={mark?.isStart || undefined}
      data-end={mark?.isEnd || undefined}
      data-decision={isDecision || undefined}
    >
      {mark?.isStart && <span className={styles.caption}>{label?.text ?? mark.label}</span>}
    </span>
  )
}
