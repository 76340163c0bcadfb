import type { Span } from '@postil/contract/feedback/answer-value'
import { isSpans } from '@postil/domain/answers/check-spans'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import { Sparkle, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import type { QuestionProps } from '../features/feedback/questions/question-props.ts'
import { prospectOf } from '../form/digits.ts'
import optionStyles from '../form/Option.module.css'
import { useDigits } from '../form/use-digits.ts'
import { useExpanded } from '../form/use-expanded.ts'
import { numberOptions, optionsToShow, visibleLimit } from '../form/visible-options.ts'
import { t } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { removeSpan, spanKey } from './marks.ts'
import styles from './SpanQuestion.module.css'
import { useSpanDesk } from './span-desk.ts'
import { tintLabels, tintStyle } from './tints.ts'

/** Marks shown in the list; the text shows all. */
const LISTED = 12

interface SpanQuestionProps extends QuestionProps<'span'> {
  /** The text to mark; undefined when the record has none. */
  text: string | undefined
}

/** What to mark in a text: the labels, one of which may be active, and the marks made so far. */
export function SpanQuestion({ question, value, suggestion, text, onAnswer }: SpanQuestionProps) {
  const { name, settings } = question
  const desk = useSpanDesk()
  const active = desk.activeLabels.get(name)
  const labels = useMemo(() => tintLabels(settings.options), [settings.options])
  const options = useMemo(() => numberOptions(settings.options), [settings.options])
  const [isExpanded, setExpanded] = useExpanded(question.dataset_id, name)
  const limit = visibleLimit(settings.visible_options)
  const chosen = new Set(active === undefined ? [] : [active])
  const shown = optionsToShow(options, { query: '', isExpanded, limit, chosen })
  const spans = spansOf(value)
  const suggestedKeys = new Set(spansOf(suggestion?.value).map(spanKey))
  const lastWasKey = useRef(false)

  const choose = (label: string) => {
    const target = desk.targets.get(name)
    if (target?.label(label)) return
    desk.activate(name, active === label ? undefined : label)
    if (active !== label && lastWasKey.current) target?.focus()
  }
  const { handleDigit, waiting } = useDigits(
    options.map(({ number }) => number),
    (number) => {
      const option = options[number - 1]
      if (option) choose(option.value)
    },
  )
  const handleKey = (event: KeyboardEvent) => {
    lastWasKey.current = true
    handleDigit(event)
  }

  if (text === undefined) return <p className={styles.how}>{t('annotate.span.noField', { field: settings.field })}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no form is sent from it */}
      <div
        role="group"
        aria-label={t('annotate.span.labels', { question: question.title })}
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
      {spans.length === 0 && <p className={styles.how}>{t('annotate.span.how')}</p>}
      <p className={styles.how}>
        {spans.length === 0 ? t('annotate.span.none') : t('annotate.span.marks', { count: spans.length })}
      </p>
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

function spansOf(value: QuestionProps<'span'>['value']): readonly Span[] {
  return value !== undefined && isSpans(value) ? value : []
}
