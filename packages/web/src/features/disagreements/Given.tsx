import { Flag, Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { PersonAvatar } from '../../ui/display/PersonAvatar.tsx'
import decisionStyles from './decision.module.css'
import styles from './QuestionDecision.module.css'

/** Commands that decide the open question by one of its first nine answers, by number. */
export const TAKE = Array.from({ length: 9 }, (_, at) => `disagreements.take${at + 1}`)

interface GivenProps {
  name: string
  /** The person's doubt. */
  note: string | undefined
  /** One person's answer; otherwise the part that several answers share. */
  isPerson: boolean
  isTaken: boolean
  /** The command that takes this answer by number; undefined beyond the ninth. */
  command: string | undefined
  children: ReactNode
  onTake: () => void
  onTakeByKey: () => void
  /** Why no own answer can be started from this one. */
  whyNoChange: string | undefined
  /** Start an own answer from this one. */
  onChange: () => void
}

/** An answer that can be taken as the decision, or changed into it. */
export function Given(props: GivenProps) {
  const { name, note, isPerson, isTaken, command, children, whyNoChange, onTake, onTakeByKey, onChange } = props
  return (
    <li className={decisionStyles.person} data-taken={isTaken || undefined}>
      <p className={decisionStyles.name}>
        {isPerson ? <PersonAvatar name={name} /> : <Icon icon={Layers} />} {name}
      </p>
      {children}
      {note !== undefined && (
        <p className={decisionStyles.doubt}>
          <Icon icon={Flag} size={12} />
          <span>
            <span className="visuallyHidden">{t('disagreements.doubt')}: </span>
            {note}
          </span>
        </p>
      )}
      <p className={styles.actions}>
        <Button
          size="small"
          isDisabled={isTaken}
          keys={command ? [String(TAKE.indexOf(command) + 1)] : undefined}
          onPress={onTake}
        >
          {isTaken ? t('disagreements.taken') : t('disagreements.take')}
          <span className="visuallyHidden">: {name}</span>
        </Button>
        <Button size="small" variant="quiet" disabledReason={whyNoChange} onPress={onChange}>
          {t('disagreements.change')}
          <span className="visuallyHidden">: {name}</span>
        </Button>
      </p>
      {command && <TakeCommand id={command} run={onTakeByKey} />}
    </li>
  )
}

function TakeCommand({ id, run }: { id: string; run: () => void }) {
  useCommand(id, { run })
  return null
}
