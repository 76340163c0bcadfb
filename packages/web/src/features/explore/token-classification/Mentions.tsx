import { useState } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { Keywords } from '../sidebar/Keywords.tsx'
import sidebar from '../sidebar/sidebar.module.css'
import type { StatsProps } from '../task-parts.ts'
import styles from './tokens.module.css'

/** Mentions of each entity listed at first. */
const LISTED = 5

/** The most frequently marked texts by entity, annotated or predicted, and the keywords of the records. */
export function Mentions(props: StatsProps) {
  const { counts } = props
  const hasAnnotated = Object.keys(counts?.mentions ?? {}).length > 0
  const [chosen, setPredicted] = useState<boolean>()
  const isPredicted = chosen ?? !hasAnnotated
  const byEntity = Object.entries((isPredicted ? counts?.predicted_mentions : counts?.mentions) ?? {})
  return (
    <>
      <section aria-label={t('explore.tokens.mentions')}>
        <h3 className={sidebar.heading}>{t('explore.tokens.mentions')}</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not a part of a form */}
        <div role="group" className={styles.which} aria-label={t('explore.tokens.which')}>
          {[false, true].map((value) => (
            <button
              key={String(value)}
              type="button"
              aria-pressed={isPredicted === value}
              onClick={() => setPredicted(value)}
            >
              {t(value ? 'explore.tokens.predictedSign' : 'explore.tokens.annotated')}
            </button>
          ))}
        </div>
        {byEntity.length === 0 && <p className={sidebar.none}>{t('explore.tokens.noMentions')}</p>}
        {byEntity.map(([entity, mentions]) => (
          <Entity key={entity} entity={entity} mentions={Object.entries(mentions)} onSearch={props.onSearch} />
        ))}
      </section>
      <Keywords {...props} />
    </>
  )
}

interface EntityProps extends Pick<StatsProps, 'onSearch'> {
  entity: string
  mentions: readonly (readonly [string, number])[]
}

function Entity({ entity, mentions, onSearch }: EntityProps) {
  const [isWhole, setWhole] = useState(false)
  const sorted = mentions.toSorted(([, one], [, other]) => other - one)
  return (
    <>
      <h4 className={styles.mentioned}>
        {entity} <small>{formatNumber(mentions.reduce((sum, [, count]) => sum + count, 0))}</small>
      </h4>
      <ul className={sidebar.list}>
        {(isWhole ? sorted : sorted.slice(0, LISTED)).map(([mention, count]) => (
          <li key={mention}>
            <button
              type="button"
              className={sidebar.word}
              aria-label={t('explore.stats.search', { word: mention, count })}
              onClick={() => onSearch(`"${mention.replaceAll(/["\\]/g, '\\$&')}"`)}
            >
              <span className={sidebar.name}>{mention}</span>
            </button>
            <span className={sidebar.count} aria-hidden="true">
              {formatNumber(count)}
            </span>
          </li>
        ))}
      </ul>
      {sorted.length > LISTED && (
        <button type="button" className={sidebar.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('explore.labels.less') : t('explore.labels.more', { count: sorted.length - LISTED })}
        </button>
      )}
    </>
  )
}
