import { PersonAvatar } from '../../ui/display/PersonAvatar.tsx'
import { Cell } from '../../ui/display/Table.tsx'
import styles from './people.module.css'

/** The first cell of a row about a person. */
export function PersonCell({ name }: { name: string }) {
  return (
    <Cell>
      <span className={styles.person}>
        <PersonAvatar name={name} />
        <span className={styles.name}>{name}</span>
      </span>
    </Cell>
  )
}
