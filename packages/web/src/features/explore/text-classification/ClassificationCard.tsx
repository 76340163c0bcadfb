import type { TextClassificationBody } from '@postil/contract/task/records'
import { annotatedLabels, predictedLabels, predictedOk } from '@postil/domain/task-editing/classes'
import { Check, Sparkles, X } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber, formatPercent } from '../../../i18n/index.ts'
import { breakable } from '../../../ui/display/breakable.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { RecordText } from '../list/RecordText.tsx'
import type { CardBodyProps } from '../task-parts.ts'
import styles from './classification.module.css'
import { LabelButtons } from './LabelButtons.tsx'
import { toggleLabel } from './toggle-label.ts'

type Props = CardBodyProps<TextClassificationBody>

/** The inputs of a record, and below them its labels: read-only in explore, selectable in annotate. */
export function ClassificationCard(props: Props) {
  const { record, labels, viewMode, isActive, isAlone, actions } = props
  return (
    <div className={styles.card} data-mode={viewMode} data-keys={viewMode === 'annotate' ? 'card-labels' : undefined}>
      <Inputs {...props} />
      {viewMode === 'annotate' ? (
        <LabelButtons
          labels={labels}
          chosen={annotatedLabels(record)}
          scores={new Map(record.body.prediction?.labels.map((label) => [label.class, label.score]))}
          agent={record.body.prediction?.agent ?? ''}
          suggested={predictedLabels(record.body)}
          isActive={isActive || isAlone}
          onToggle={(label) => toggleLabel(record, label, actions)}
        />
      ) : (
        <Explored {...props} />
      )}
    </div>
  )
}

/** Each input under its name, in alphabetical order; with an explanation, words are tinted by their attribution to a label. */
function Inputs({ record, isActive, isAlone }: Props) {
  const { inputs, explanation, prediction, multi_label, search_keywords, metadata } = record.body
  const names = Object.keys(inputs).toSorted()
  const [explained, setExplained] = useState<string>()
  const label = explained ?? prediction?.labels[0]?.class
  return (
    <div className={styles.inputs}>
      {explanation && multi_label && (prediction?.labels.length ?? 0) > 1 && (
        <label className={styles.explained}>
          {t('explore.explanation')}
          <select value={label} onChange={(event) => setExplained(event.target.value)}>
            {prediction?.labels.map((one) => (
              <option key={one.class}>{one.class}</option>
            ))}
          </select>
        </label>
      )}
      {explanation && label !== undefined && (isActive || isAlone) && (
        <p className="note">{t('explore.explanation.note')}</p>
      )}
      {names.map((name, at) => {
        const tokens = explanation?.[name]
        const text = [inputs[name] ?? ''].flat().join('\n')
        return (
          <section key={name} className={styles.input}>
            {names.length > 1 && <h3 className={styles.inputName}>{name}</h3>}
            {tokens && label !== undefined ? (
              <ExplainedText tokens={tokens} label={label} />
            ) : (
              <RecordText
                text={text}
                keywords={search_keywords}
                isWhole={isAlone}
                metadata={at === 0 ? metadata : undefined}
              />
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Explore mode: the prediction with percentages beside the annotation; with both, whether they agree. */
function Explored({ record }: Props) {
  const { prediction } = record.body
  const annotated = annotatedLabels(record)
  const ok = predictedOk(record)
  const main = new Set(predictedLabels(record.body))
  return (
    <div className={styles.explored}>
      <ul className={styles.pills} aria-label={t('explore.filter.predictions')}>
        {prediction?.labels.map((label) => (
          <li
            key={label.class}
            className={styles.pill}
            data-main={main.has(label.class) || undefined}
            title={t('explore.tokens.predicted', {
              label: label.class,
              agent: prediction.agent,
              score: formatPercent(label.score),
            })}
          >
            {main.has(label.class) && <Icon icon={Sparkles} size={13} />}
            <span>{breakable(label.class)}</span>
            <span className={styles.percent}>{formatPercent(label.score)}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.annotated} aria-label={t('explore.filter.annotations')}>
        {annotated.map((label) => (
          <li
            key={label}
            className={styles.pill}
            data-chosen
            title={t('explore.labels.annotatedBy', { label, agent: record.annotation?.agent ?? '' })}
          >
            {breakable(label)}
          </li>
        ))}
        {ok && (
          <li className={styles.verdict} data-verdict={ok}>
            <Icon icon={ok === 'ok' ? Check : X} size={14} /> {t(`explore.${ok}`)}
          </li>
        )}
      </ul>
    </div>
  )
}

interface ExplainedTextProps {
  tokens: readonly { token: string; attributions: Record<string, number> }[]
  label: string
}

/** A text whose words are tinted by their attribution for or against a label. The value is shown on hover. */
function ExplainedText({ tokens, label }: ExplainedTextProps) {
  return (
    <p className={styles.explainedText}>
      {tokens.map(({ token, attributions }, at) => {
        const value = attributions[label] ?? 0
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same word may occur twice, so its position identifies it
            key={at}
            className={styles.token}
            data-sign={value > 0 ? 'for' : value < 0 ? 'against' : undefined}
            style={{ '--strength': `${strength(value)}%` } as CSSProperties}
            title={formatNumber(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 })}
          >
            {token}{' '}
          </span>
        )
      })}
    </p>
  )
}

/** Percent of the tint, at most 60, on a logarithmic scale so that weak words are visible beside strong ones. */
function strength(value: number): number {
  return Math.round(60 * Math.min(1, Math.log10(1 + 9 * Math.min(1, Math.abs(value)))))
}
