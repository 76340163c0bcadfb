import { Info } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/areas/user-settings.ts'
import { findConflict } from '../../keyboard/find-conflict.ts'
import { OPEN_SHEET } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand, useCommandRegistry } from '../../keyboard/use-command.ts'
import { isFeatureOn, setFeature } from '../../ui/browser/feature-toggles.ts'
import { recordFont, recordSize, theme, useChoice } from '../../ui/browser/theme.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Tooltip } from '../../ui/overlays/Tooltip.tsx'
import { showUnseen } from '../feedback/answers/show-unseen.ts'
import { DISCARD } from '../feedback/commands.ts'
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

/** Switches for experimental features, stored in this browser. */
export function TrialFeatures() {
  const [isWide, setWide] = useState(() => isFeatureOn('wideCards'))
  const handleChange = (isOn: boolean) => {
    setFeature('wideCards', isOn)
    setWide(isOn)
  }
  return (
    <div className={styles.choice}>
      <Switch isSelected={isWide} onChange={handleChange}>
        {t('userSettings.trial.wideCards')}
      </Switch>
      <Tooltip
        label={t('userSettings.trial.about')}
        trigger={<IconButton icon={Info} size="small" label={t('userSettings.trial.about')} />}
      >
        {t('userSettings.trial.wideCards.note')}
      </Tooltip>
    </div>
  )
}

const WITH_SHIFT = 'Shift+Backspace'

/** The switch that adds Shift to the key for discarding, and a button that opens all shortcuts. Stored in this browser. */
export function KeyboardSettings() {
  const registry = useCommandRegistry()
  const { keys } = useCommand(DISCARD)
  const sheet = useCommand(OPEN_SHEET)
  const unseen = useChoice(showUnseen)
  const taken = findConflict(registry, DISCARD, WITH_SHIFT)
  return (
    <div className={styles.look}>
      <Switch
        isSelected={keys.includes(WITH_SHIFT)}
        isDisabled={taken !== undefined}
        aria-describedby="discard-shift-note"
        onChange={(isOn) => registry.setKeys(DISCARD, isOn ? [WITH_SHIFT] : undefined)}
      >
        {t('userSettings.discardShift')}
      </Switch>
      <p id="discard-shift-note" className={styles.none}>
        {taken ? t('userSettings.discardShift.taken', { command: taken.label }) : t('userSettings.discardShift.note')}
      </p>
      <Switch isSelected={unseen === 'on'} onChange={(isOn) => showUnseen.set(isOn ? 'on' : 'off')}>
        {t('userSettings.showUnseen')}
      </Switch>
      <div>
        <Button size="medium" keys={sheet.keys} onPress={sheet.run}>
          {t('annotate.keys.all')}
        </Button>
      </div>
    </div>
  )
}
