import { t } from '../../i18n/areas/user-settings.ts'
import { recordFont, recordSize, theme, useChoice } from '../../ui/browser/theme.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import styles from './UserSettingsPage.module.css'

const THEMES = [
  { value: 'system', label: t('app.theme.system') },
  { value: 'light', label: t('app.theme.light') },
  { value: 'dark', label: t('app.theme.dark') },
] as const
const FONTS = [
  { value: 'serif', label: t('userSettings.recordFont.serif') },
  { value: 'sans', label: t('userSettings.recordFont.sans') },
] as const
const SIZES = [
  { value: 'small', label: t('userSettings.recordSize.small') },
  { value: 'normal', label: t('userSettings.recordSize.normal') },
  { value: 'large', label: t('userSettings.recordSize.large') },
] as const

/** Theme and reading preferences of this browser, with a sample text. */
export function LookSettings() {
  const chosenTheme = useChoice(theme)
  const chosenFont = useChoice(recordFont)
  const chosenSize = useChoice(recordSize)
  return (
    <div className={styles.look}>
      <div className={styles.choice}>
        <span>{t('app.theme')}</span>
        <Segmented label={t('app.theme')} choices={THEMES} value={chosenTheme} onChange={theme.set} />
      </div>
      <div className={styles.choice}>
        <span>{t('userSettings.recordFont')}</span>
        <Segmented label={t('userSettings.recordFont')} choices={FONTS} value={chosenFont} onChange={recordFont.set} />
      </div>
      <div className={styles.choice}>
        <span>{t('userSettings.recordSize')}</span>
        <Segmented label={t('userSettings.recordSize')} choices={SIZES} value={chosenSize} onChange={recordSize.set} />
      </div>
      <p className={styles.sample}>{t('userSettings.sample')}</p>
    </div>
  )
}
