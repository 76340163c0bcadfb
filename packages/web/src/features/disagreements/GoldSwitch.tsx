import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { queueQuery } from '../../api/feedback/queries.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import type { Keys } from '../../keyboard/keys.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { KeyCap } from '../../ui/display/KeyCap.tsx'
import styles from './decision.module.css'

interface GoldSwitchProps {
  datasetId: string
  isGold: boolean
  /** The record has a decision. */
  canBeGold: boolean
  /** The keys that change it; undefined while they mean another record. */
  keys: Keys | undefined
  onChange: (isGold: boolean) => void
}

/** Makes the record gold, and says what that means with the settings of the dataset. */
export function GoldSwitch({ datasetId, isGold, canBeGold, keys, onChange }: GoldSwitchProps) {
  const id = useId()
  const { data: queue } = useQuery({ ...queueQuery(datasetId), meta: SILENT })
  const handedOut = () => {
    if (!queue) return ''
    if (queue.gold_percent > 0) return t('disagreements.gold.mixed')
    return queue.hand_out === 'everyone' ? t('disagreements.gold.likeOthers') : t('disagreements.gold.notYet')
  }
  return (
    <div className={styles.own}>
      <Switch isSelected={isGold} isDisabled={!canBeGold} onChange={onChange} aria-describedby={id}>
        {t('disagreements.gold')}
        {keys && <KeyCap keys={keys} />}
      </Switch>
      <p id={id}>
        {!canBeGold && `${t('disagreements.gold.undecided')} `}
        {t('disagreements.goldNote')} {handedOut()}
      </p>
      {queue?.gold_percent === 0 && (
        <Link to={`/dataset/${datasetId}/settings`}>{t('disagreements.gold.settings')}</Link>
      )}
    </div>
  )
}
