import { ArrowLeft, ChartLine } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { NeedMark } from '../../ui/controls/FieldLabel.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import styles from './DatasetSettings.module.css'

interface SettingsHeadProps {
  title: string
  /** The page of the team's progress, for those who may see it. */
  team: string | undefined
  /** The page of the records. */
  back: string
}

/** The title of a settings page, and the ways to other pages of the dataset. */
export function SettingsHead({ title, team, back }: SettingsHeadProps) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {team && (
        <LinkButton href={team} icon={ChartLine}>
          {t('settings.team')}
        </LinkButton>
      )}
      <LinkButton href={back} icon={ArrowLeft}>
        {t('settings.back')}
      </LinkButton>
    </div>
  )
}

interface ItemNameProps {
  name: string
  /** Kind of the item, such as the type of a question. */
  badge?: string
  isOptional?: boolean
}

/** The internal name of an item, used in files and programs; it never changes. */
export function ItemName({ name, badge, isOptional }: ItemNameProps) {
  return (
    <h2 className={styles.itemTitle}>
      <code>{name}</code>
      {isOptional && <NeedMark need="optional" />}
      {badge && <Chip>{badge}</Chip>}
    </h2>
  )
}

/** Placeholder for a list that is loading; shows an error with a retry button if it failed. */
export function ItemsLoading({ query }: { query: { isError: boolean; refetch: () => Promise<unknown> } }) {
  if (!query.isError) return <Skeleton height={220} />
  return (
    <p className={styles.failed} role="alert">
      {t('settings.failed')}
      <Button size="small" onPress={() => void query.refetch()}>
        {t('app.unreachable.retry')}
      </Button>
    </p>
  )
}

/** Says that there is nothing yet, with a link to a guide that explains it. */
export function NothingYet({ children, guide = 'leading' }: { children: string; guide?: 'leading' | 'annotating' }) {
  return (
    <p className="note">
      {children} <Link to={`/guides/${guide}`}>{t('settings.readGuide')}</Link>
    </p>
  )
}
