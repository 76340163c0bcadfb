import { can } from '@postil/domain/permissions'
import { type GlobalLabel, MAX_VISIBLE_LABELS } from '@postil/domain/task-editing/labels'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { useSpanContext } from '../../../spans/span-context.tsx'
import { MAX_TINTS, tintStyle } from '../../../spans/tints.ts'
import { useUser } from '../../session/session.ts'
import { AddLabelsHere } from '../labels/AddLabelsHere.tsx'
import { NoLabels } from '../labels/NoLabels.tsx'
import { ENTITIES } from './entities.ts'
import styles from './tokens.module.css'

/** The entities of a dataset in the order of the label schema. One can be active: selections get it at once. */
export function EntityLegend({ labels }: { labels: readonly GlobalLabel[] }) {
  const context = useSpanContext()
  const { workspace = '', dataset = '' } = useParams()
  const isManager = can(useUser(), 'dataset.manage', { isMember: true })
  const [isExpanded, setExpanded] = useState(false)
  const active = context.activeLabels.get(ENTITIES)
  if (labels.length === 0) {
    return (
      <div className={styles.none}>
        <NoLabels>
          <span>{t('explore.tokens.noLabels')}</span>
          {isManager && (
            <Link to={`/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(dataset)}/settings`}>
              {t('explore.tokens.addLabels')}
            </Link>
          )}
        </NoLabels>
        <AddLabelsHere labels={labels} />
      </div>
    )
  }
  const hidden = labels.length - MAX_VISIBLE_LABELS
  const shown = isExpanded ? labels : labels.filter(({ text }, at) => at < MAX_VISIBLE_LABELS || text === active)
  return (
    <div className={styles.legend}>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a part of a form */}
      <div role="group" className={styles.entities} aria-label={t('explore.tokens.legend')}>
        <span className={styles.heading}>{t('explore.tokens.legend')}</span>
        {shown.map(({ text, color_id, shortcut }) => (
          <button
            key={text}
            type="button"
            className={styles.entity}
            style={tintStyle(color_id % MAX_TINTS)}
            title={text}
            aria-pressed={text === active}
            aria-keyshortcuts={shortcut ?? undefined}
            onClick={() => context.activate(ENTITIES, text === active ? undefined : text)}
          >
            {shortcut !== null && (
              <span className={styles.key} aria-hidden="true">
                {shortcut}
              </span>
            )}
            <span className={styles.entityText}>{text}</span>
          </button>
        ))}
        {hidden > 0 && (
          <button type="button" className={styles.full} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? t('explore.labels.less') : `+${hidden}`}
          </button>
        )}
      </div>
      <AddLabelsHere labels={labels} />
      <span className={styles.signs} aria-hidden="true">
        <i className={styles.signAnnotated} /> {t('explore.tokens.annotated')}
        <i className={styles.signPredicted} /> {t('explore.tokens.predictedSign')}
      </span>
    </div>
  )
}
