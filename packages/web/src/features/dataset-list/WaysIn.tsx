import { Code, FilePlus, FileUp, ListTree } from 'lucide-react'
import { Button, Link } from 'react-aria-components'
import { t } from '../../i18n/areas/datasets.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import { Icon } from '../../ui/display/Icon.tsx'
import type { Way } from './dialogs/WayDialog.tsx'
import { NEW_DATASET_PATH } from './new-dataset-path.ts'
import styles from './WaysIn.module.css'

/** Four ways to create a dataset. */
export function WaysIn({ onWay }: { onWay: (way: Way) => void }) {
  return (
    <ul className={styles.ways}>
      <li>
        <Link href={NEW_DATASET_PATH} className={classNames(styles.way, styles.drop)}>
          <Icon icon={FileUp} size={22} />
          <Words title={t('datasets.way.file')} text={t('datasets.way.fileText')} />
        </Link>
      </li>
      <li>
        <Button className={styles.way} onPress={() => onWay('sample')}>
          <Icon icon={ListTree} size={22} />
          <Words title={t('datasets.way.sample')} text={t('datasets.way.sampleText')} />
        </Button>
      </li>
      <li>
        <Button className={styles.way} onPress={() => onWay('empty')}>
          <Icon icon={FilePlus} size={22} />
          <Words title={t('datasets.way.empty')} text={t('datasets.way.emptyText')} />
        </Button>
      </li>
      <li>
        <Button className={styles.way} onPress={() => onWay('program')}>
          <Icon icon={Code} size={22} />
          <Words title={t('datasets.way.program')} text={t('datasets.way.programText')} />
        </Button>
      </li>
    </ul>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <span className={styles.words}>
      <strong>{title}</strong>
      <span>{text}</span>
    </span>
  )
}
