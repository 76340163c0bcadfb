import type { Span } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { type TintedLabel, tintLabels, tintStyle } from '../../spans/tints.ts'
import styles from './SpanLanes.module.css'
import { type LaneMark, laneLines } from './span-lanes.ts'

interface SpanLanesProps {
  settings: Extract<QuestionSettings, { type: 'span' }>
  text: string
  given: readonly { name: string; spans: readonly Span[] }[]
  /** Undefined while the question is open: the last lane then previews what several people share. */
  decided: readonly Span[] | undefined
  decidedName: string
  /** What several people mark with the same label, and words that they mark with different labels. */
  shared: { spans: readonly Span[]; unlabelled: readonly Pick<Span, 'start' | 'end'>[] }
}

/** Stands for the label of words that several people mark with different labels; no option has an empty value. */
const OPEN_LABEL = ''

/**
 * The spans that each person marked in a text, one lane each, with the decision below, or a preview of what is shared while the question is
 * open. Hidden from screen readers, which read the answers as lists beside it.
 */
export function SpanLanes({ settings, text, given, decided, decidedName, shared }: SpanLanesProps) {
  const preview = [...shared.spans, ...shared.unlabelled.map((extent) => ({ ...extent, label: OPEN_LABEL }))]
  const last = decided ? 'decision' : 'preview'
  const lanes: { name: string; spans: readonly Span[]; kind: 'given' | 'decision' | 'preview' }[] = [
    ...given.map(({ name, spans }) => ({ name, spans, kind: 'given' as const })),
    ...(decided || preview.length > 0 ? [{ name: decidedName, spans: decided ?? preview, kind: last } as const] : []),
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
            {lanes.map(({ name, kind }, lane) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
              <span key={lane} className={styles.name} data-kind={kind} dir="auto" title={name}>
                {name}
              </span>
            ))}
          </div>
          {line.map(({ start, text: word, marks }) => (
            <div key={start} className={styles.piece}>
              <span className={styles.word} dir="auto">
                {word}
              </span>
              {lanes.map(({ kind }, lane) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
                <Cell key={lane} mark={marks[lane]} labels={labels} kind={kind} />
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
  kind: 'given' | 'decision' | 'preview'
}

function Cell({ mark, labels, kind }: CellProps) {
  const label = mark && labels.get(mark.label)
  const isOpen = mark?.label === OPEN_LABEL
  return (
    <span
      className={styles.cell}
      style={tintStyle(label?.tint)}
      data-marked={mark !== undefined || undefined}
      data-start={mark?.isStart || undefined}
      data-end={mark?.isEnd || undefined}
      data-kind={kind}
      data-open={isOpen || undefined}
    >
      {mark?.isStart && (
        <span className={styles.caption}>{isOpen ? t('disagreements.openLabel') : (label?.text ?? mark.label)}</span>
      )}
    </span>
  )
}
