import { ArrowDown, Sparkle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/areas/feedback.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import styles from './UnseenNote.module.css'
import { isInView, questionsNamed, showFirstUnseen } from './unseen.ts'

/** So long in view, and a question counts as seen also when it is scrolled away again. */
const SEEN_MS = 400

interface UnseenNoteProps {
  /** Questions whose answers are suggestions that nobody has confirmed. */
  names: readonly string[]
  /** Those that were in view long enough: they are added here. */
  seen: Set<string>
}

/** How many suggestions Submit would take that have not been in view, and the way to them. */
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
    // Around the button: inside it, the words would not be its name.
    <div role="status">
      <button type="button" className={styles.unseen} data-keys-through onClick={() => showFirstUnseen(names, seen)}>
        <Icon icon={Sparkle} size={14} />
        {t('annotate.unseen', { count })}
        <Icon icon={ArrowDown} size={14} />
      </button>
    </div>
  )
}
