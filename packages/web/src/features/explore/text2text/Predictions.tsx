import type { PredictedSentence } from '@postil/domain/task-editing/sentences'
import { diffWords } from '@postil/domain/text/diff-words'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '../../../i18n/areas/classic/text2text.ts'
import { formatPercent } from '../../../i18n/index.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { Tabs } from '../../../ui/display/Tabs.tsx'
import styles from './text2text.module.css'

interface PredictionsProps {
  predictions: readonly PredictedSentence[]
  chosen: PredictedSentence
  /** The user's text; undefined until edited. */
  text: string | undefined
  onChoose: (at: number) => void
  /** Copy the chosen prediction into the text; undefined where texts cannot be edited. */
  onUse: (() => void) | undefined
}

/** The predicted texts of a record: a tab for each, with agent and score, and a diff against the user's text. */
export function Predictions({ predictions, chosen, text, onChoose, onUse }: PredictionsProps) {
  const at = predictions.indexOf(chosen)
  const count = predictions.length
  const parts = useMemo(() => (text === undefined ? undefined : diffWords(chosen.text, text)), [chosen.text, text])
  const hasRemoved = parts?.some(({ kind }) => kind === 'removed')
  return (
    <div className={styles.predictions}>
      <div className={styles.tabs}>
        <Tabs
          label={t('explore.sentence.scores')}
          tabs={predictions.map(({ agent, score }, index) => ({
            value: String(index),
            label: (
              <span className={styles.tab}>
                <b>{formatPercent(score)}</b>
                <span>{agent}</span>
              </span>
            ),
          }))}
          value={String(at)}
          onChange={(value) => onChoose(Number(value))}
        />
      </div>
      <div
        role="tabpanel"
        aria-label={`${chosen.agent}, ${formatPercent(chosen.score)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel of a tab is a stop, so that it can be read and scrolled
        tabIndex={0}
        className={styles.predicted}
        dir="auto"
      >
        {parts
          ? parts.map(({ kind, text: words }, index) =>
              kind === 'added' ? null : kind === 'removed' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
                <del key={index}>{words}</del>
              ) : (
                words
              ),
            )
          : chosen.text}
      </div>
      <div className={styles.foot}>
        {count > 1 && (
          <span className={styles.place}>
            <IconButton
              icon={ChevronLeft}
              size="small"
              label={t('explore.sentence.previous')}
              isDisabled={at === 0}
              onPress={() => onChoose(at - 1)}
            />
            {t('explore.sentence.place', { at: at + 1, count })}
            <span className={styles.who}>
              {chosen.agent} {formatPercent(chosen.score)}
            </span>
            <IconButton
              icon={ChevronRight}
              size="small"
              label={t('explore.sentence.next')}
              isDisabled={at === count - 1}
              onPress={() => onChoose(at + 1)}
            />
          </span>
        )}
        {hasRemoved && <span className={styles.note}>{t('explore.sentence.struck')}</span>}
        {onUse && (
          <Button size="small" onPress={onUse} className={styles.use}>
            {t('explore.sentence.use')} <KeyCap keys="Alt+Enter" />
          </Button>
        )}
      </div>
    </div>
  )
}
