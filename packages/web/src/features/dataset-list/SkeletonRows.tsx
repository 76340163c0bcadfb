import { Skeleton } from '../../ui/Skeleton.tsx'
import { Cell, Row } from '../../ui/Table.tsx'
import styles from './DatasetTable.module.css'

const WIDTHS = ['46%', '62%', '38%', '54%']

/** Rows that keep the table's place until the datasets come. */
export function SkeletonRows() {
  return WIDTHS.map((width) => (
    <Row key={width} className={styles.row} aria-hidden="true">
      <Cell className={styles.nameCell}>
        <Skeleton width={width} height={18} />
      </Cell>
      <Cell className={styles.workspace}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.kind}>
        <Skeleton width="70%" />
      </Cell>
      <Cell className={styles.progressCell}>
        <div className={styles.progress}>
          <Skeleton height={6} radius={3} />
          <Skeleton height={14} width="70%" />
        </div>
      </Cell>
      <Cell className={styles.created}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.updated}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.actionsCell} />
    </Row>
  ))
}
