import { findLabels } from '@postil/domain/labels/find-labels'
import { type GlobalLabel, MAX_VISIBLE_LABELS, visibleLabels } from '@postil/domain/task-editing/labels'
import { Sparkles } from 'lucide-react'
import { type CSSProperties, useState, useSyncExternalStore } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatPercent } from '../../../i18n/index.ts'
import { storedChoice } from '../../../ui/browser/stored.ts'
import { FindField } from '../../../ui/controls/FindField.tsx'
import { breakable } from '../../../ui/display/breakable.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { AddLabelsHere } from '../labels/AddLabelsHere.tsx'
import { NoLabels } from '../labels/NoLabels.tsx'
import styles from './classification.module.css'

interface LabelButtonsProps {
  labels: readonly GlobalLabel[]
  /** The labels in the order of the dataset, if `labels` are in another order. */
  inOrder?: readonly GlobalLabel[]
  chosen: readonly string[]
  /** The prediction of a model, and its name. */
  scores: ReadonlyMap<string, number>
  agent?: string
  /** The labels that the prediction suggests. */
  suggested: readonly string[]
  /** The focused card: shows ten labels, and a search for the rest. */
  isActive: boolean
  onToggle: (label: string) => void
}

/** The labels of a card as buttons, in the order of the dataset: all of them up to ten; of more, a few and a search for the rest. */
export function LabelButtons(props: LabelButtonsProps) {
  const { labels, inOrder = labels, chosen, scores, agent = '', suggested, isActive, onToggle } = props
  const [typed, setTyped] = useState('')
  const isExpanded = useSyncExternalStore(expanded.subscribe, expanded.get) === 'yes'
  if (labels.length === 0) {
    return (
      <div className={styles.labels}>
        <NoLabels>
          <p className="note">{t('explore.labels.none')}</p>
        </NoLabels>
        {isActive && <AddLabelsHere labels={inOrder} />}
      </div>
    )
  }
  const isMany = labels.length > MAX_VISIBLE_LABELS
  const wanted = new Set([...chosen, ...suggested])
  const found = typed.trim() === '' ? undefined : findLabels(labels, typed)
  const isWhole = isActive && isExpanded
  const offered = found ?? (isWhole ? labels : visibleLabels(labels, wanted, isActive ? MAX_VISIBLE_LABELS : 0))
  const hidden = labels.length - offered.length
  // A retired label is still shown on records that have it: without a key, after the offered ones.
  const retired = [...wanted].filter((text) => !labels.some((label) => label.text === text))
  const shown = [...offered, ...(found ? [] : retired.map((text) => ({ text, shortcut: null })))]
  return (
    <div className={styles.labels}>
      {isMany && isActive && (
        <FindField
          className={styles.find}
          label={t('explore.labels.find')}
          placeholder={t('explore.annotateAs.find', { count: labels.length })}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            const [best] = found ?? []
            if (event.key === 'Escape' && typed !== '') setTyped('')
            else if (event.key === 'Enter' && best) {
              onToggle(best.text)
              setTyped('')
            } else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line of buttons everywhere */}
      <div role="group" className={styles.buttons} aria-label={t('explore.labels')}>
        {shown.map(({ text, shortcut }) => {
          const score = scores.get(text)
          const isChosen = chosen.includes(text)
          const isSuggested = suggested.includes(text)
          return (
            <button
              key={text}
              type="button"
              className={styles.label}
              aria-pressed={isChosen}
              aria-keyshortcuts={shortcut ?? undefined}
              data-suggested={isSuggested || undefined}
              style={{ '--score': `${(score ?? 0.5) * 100}%` } as CSSProperties}
              title={
                score === undefined
                  ? text
                  : t('explore.tokens.predicted', { label: text, agent, score: formatPercent(score) })
              }
              onClick={() => onToggle(text)}
            >
              {isActive && shortcut !== null && <KeyCap keys={shortcut} />}
              <span className={styles.labelText}>{breakable(text)}</span>
              {isSuggested && <Icon icon={Sparkles} size={13} />}
              {isSuggested && <span className="visuallyHidden">{t('explore.labels.suggested')}</span>}
              {score !== undefined && <span className={styles.percent}>{formatPercent(score)}</span>}
            </button>
          )
        })}
        {found?.length === 0 && <p className="note">{t('explore.labels.nomatch')}</p>}
        {isMany && found === undefined && (hidden > 0 || isWhole) && (
          <button
            type="button"
            className={styles.more}
            tabIndex={isActive ? 0 : -1}
            onClick={() => expanded.set(isWhole ? 'no' : 'yes')}
          >
            {isWhole ? t('explore.labels.less') : t('explore.labels.more', { count: hidden })}
          </button>
        )}
        {isActive && <AddLabelsHere labels={inOrder} />}
      </div>
    </div>
  )
}

// "Show all" applies to every card, and is remembered.
const expanded = storedChoice('postil.labels.expanded', ['no', 'yes'])
