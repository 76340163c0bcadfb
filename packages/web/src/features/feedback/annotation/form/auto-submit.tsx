import type { Question } from '@postil/contract/feedback/questions'
import { t } from '../../../../i18n/index.ts'
import { Switch } from '../../../../ui/Switch.tsx'
import { storedChoice } from '../../../../ui/stored.ts'
import { useChoice } from '../../../../ui/theme.ts'
import styles from './auto-submit.module.css'

/** Whether choosing with the keyboard submits at once, where there is but one thing to choose. */
export const autoSubmit = storedChoice('postil.autoSubmit', ['on', 'off'])

/** One question, of one label or a rating: a choice says all there is to say. */
export function canAutoSubmit(questions: readonly Question[]): boolean {
  const [only, ...others] = questions
  if (!only || others.length > 0) return false
  return only.settings.type === 'label_selection' || only.settings.type === 'rating'
}

/** Switches it on and off, in sight of the question. */
export function AutoSubmitSwitch() {
  const chosen = useChoice(autoSubmit)
  return (
    <Switch
      className={styles.switch}
      isSelected={chosen === 'on'}
      onChange={(isOn) => autoSubmit.set(isOn ? 'on' : 'off')}
    >
      {t('annotate.autoSubmit')}
    </Switch>
  )
}
