import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import { Sparkle, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { prospectOf } from '../form/digits.ts'
import optionStyles from '../form/Option.module.css'
import { useDigits } from '../form/use-digits.ts'
import { useExpanded } from '../form/use-expanded.ts'
import { numberOptions, optionsToShow } from '../form/visible-options.ts'
import { t } from '../i18n/index.ts'
import { Icon } from '../ui/display/Icon.tsx'
import { removeSpan, spanKey } from './marks.ts'
import styles from './SpanQuestion.module.css'
import type { Span, SpanTask } from './span.ts'
import { useSpanContext } from './span-context.tsx'
import { tintLabels, tintStyle } from './tints.ts'

function marksSaid(count: number, isNothingSaid: boolean): string {
  if (count > 0) return t('annotate.span.marks', { count })
  return t(isNothingSaid ? 'annotate.span.saidNothing' : 'annotate.span.none')
}

/** Marks shown in the list; the text shows all. */
const LISTED = 12

interface SpanQuestionProps extends SpanTask {
  datasetId: string
  title: string
  /** Name of the field in which spans are marked. */
  field: string
  /** How many labels are shown at first. */
  limit: number
  /** The text to mark; undefined when the record has none. */
  text: string | undefined
  onAnswer: (spans: Span[]) => void
}

/** A span question: its labels, one of which may be active, and the marks made so far. */
export function SpanQuestion(props: SpanQuestionProps) {
  const { datasetId, name, title, field, limit, options: choices, spans, suggested, text, nothing, onAnswer } = props
  const context = useSpanContext()
  const active = context.activeLabels.get(name)
  const labels = useMemo(() => tintLabels(choices), [choices])
  const options = useMemo(() => numberOptions(choices), [choices])
  const [isExpanded, setExpanded] = useExpanded(datasetId, name)
  const chosen = new Set(active === undefined ? [] : [active])
  const shown = optionsToShow(options, { isExpanded, limit, chosen })
  const suggestedKeys = new Set(suggested.map(spanKey))
  const lastWasKey = useRef(false)

  const choose = (label: string) => {
    const target = context.targets.get(name)
    if (target?.label(label)) return
    context.activate(name, active === label ? undefined : label)
    if (active !== label && lastWasKey.current) target?.focus()
  }
  const { handleDigit, waiting } = useDigits(
    [...(nothing ? [0] : []), ...options.map(({ number }) => number)],
    (number) => {
      if (number === 0) return nothing?.toggle()
      const option = options[number - 1]
      if (option) choose(option.value)
    },
  )
  const handleKey = (event: KeyboardEvent) => {
    lastWasKey.current = true
    handleDigit(event)
  }

  if (text === undefined) return <p className={styles.how}>{t('annotate.span.noField', { field })}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no form is sent from it */}
      <div
        role="group"
        aria-label={t('annotate.span.labels', { question: title })}
        className={styles.labels}
        onKeyDown={handleKey}
        onPointerDown={() => {
          lastWasKey.current = false
        }}
      >
        {shown.map((option) => (
          <label
            key={option.value}
            className={styles.label}
            data-prospect={prospectOf(waiting, option.number)}
            style={tintStyle(labels.get(option.value)?.tint)}
            title={[option.text, option.description].filter(Boolean).join('\n')}
          >
            <input
              type="checkbox"
              className={optionStyles.input}
              data-option={option.value}
              checked={option.value === active}
              onChange={() => choose(option.value)}
              aria-keyshortcuts={String(option.number)}
            />
            <span className={styles.key} aria-hidden="true">
              {option.number}
            </span>
            <span className={styles.words}>{option.text}</span>
          </label>
        ))}
        {options.length > limit && (
          <button
            type="button"
            className={styles.more}
            aria-label={
              isExpanded ? t('annotate.showLess') : t('annotate.showAll', { count: options.length - shown.length })
            }
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t('annotate.less') : `+${options.length - shown.length}`}
          </button>
        )}
      </div>
      {nothing && (
        <button
          type="button"
          className={styles.nothing}
          aria-pressed={nothing.isSaid}
          aria-keyshortcuts="0"
          onClick={nothing.toggle}
        >
          <span className={styles.key} aria-hidden="true">
            0
          </span>
          {t('annotate.span.nothing')}
        </button>
      )}
      {spans.length === 0 && <p className={styles.how}>{t('annotate.span.how')}</p>}
      <p className={styles.how}>{marksSaid(spans.length, nothing?.isSaid === true)}</p>
      {spans.length > 0 && (
        <ul className={styles.marks}>
          {spans.slice(0, LISTED).map((span) => {
            const words = sliceByCodePoints(text, span.start, span.end)
            const label = labels.get(span.label)?.text ?? span.label
            return (
              <li key={spanKey(span)} className={styles.mark} style={tintStyle(labels.get(span.label)?.tint)}>
                <span className={styles.marked} title={words}>
                  {words}
                </span>
                <span className={styles.caption}>{label}</span>
                {suggestedKeys.has(spanKey(span)) && (
                  <span className={styles.sparkle} title={t('annotate.span.suggested')}>
                    <Icon icon={Sparkle} size={10} />
                    <span className="visuallyHidden">{t('annotate.span.suggested')}</span>
                  </span>
                )}
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={t('annotate.span.removeOf', { label, text: words })}
                  onClick={() => onAnswer(removeSpan(spans, span))}
                >
                  <Icon icon={X} size={12} />
                </button>
              </li>
            )
          })}
          {spans.length > LISTED && (
            <li className={styles.how}>{t('annotate.span.more', { count: spans.length - LISTED })}</li>
          )}
        </ul>
      )}
    </>
  )
}
