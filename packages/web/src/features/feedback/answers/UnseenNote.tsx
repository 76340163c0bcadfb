import { ArrowDown, Sparkle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/areas/feedback.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import styles from './UnseenNote.module.css'
import { isInView, questionsNamed, showFirstUnseen } from './unseen.ts'

/** A question that was in view for this time counts as seen, even after it is scrolled out of view. */
const SEEN_MS = 400

interface UnseenNoteProps {
  /** Names of the questions that show an unconfirmed suggestion. */
  names: readonly string[]
  /** Names of the questions that were in view long enough; this component adds to it. */
  seen: Set<string>
}

/**
 * Says how many unconfirmed suggestions have not been in view and would be submitted, with a button that scrolls to
 * them.
 */
export function UnseenNote({ names, seen }: UnseenNoteProps) {
  const [unseen, setUnseen] = useState<readonly string[]>([])
  const list = names.join('\n')

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const questions = questionsNamed(list.split('\n'))
    const look = () => {
      for (const { name, element } of questions) {
        if (!isInView(element)) {
          clearTimeout(timers.get(name))
          timers.delete(name)
        } else if (!timers.has(name)) {
          const note = () => seen.add(name)
          timers.set(name, setTimeout(note, SEEN_MS))
        }
      }
      setUnseen(questions.flatMap(({ name, element }) => (seen.has(name) || isInView(element) ? [] : [name])))
    }
    const observer = new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] })
    for (const { element } of questions) observer.observe(element)
    return () => {
      observer.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [list, seen])

  const count = unseen.filter((name) => names.includes(name)).length
  if (count === 0) return null
  return (
    // The live region is around the button: inside it, the announced text would not be the button's name.
    <div role="status">
      <button type="button" className={styles.unseen} data-keys-through onClick={() => showFirstUnseen(names, seen)}>
        <Icon icon={Sparkle} size={14} />
        {t('annotate.unseen', { count })}
        <Icon icon={ArrowDown} size={14} />
      </button>
    </div>
  )
}
