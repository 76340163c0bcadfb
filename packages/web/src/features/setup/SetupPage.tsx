import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/setup.ts'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { SetupForm } from './SetupForm.tsx'

/** `/setup?token=…`: the link that a new server prints. It can be used once, to create the first owner. */
export function SetupPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data: isPending } = useQuery({ queryKey: ['setup'], queryFn: fetchIsSetupPending, meta: SILENT })

  if (isPending === false) {
    return (
      <EntryFrame title={t('setup.done.title')} lead={t('setup.done.text')}>
        <Link to="/datasets" className={styles.link}>
          {t('setup.done.action')}
        </Link>
      </EntryFrame>
    )
  }
  if (token === '') return <EntryFrame title={t('setup.title')} lead={t('setup.noToken')} />
  return (
    <EntryFrame title={t('setup.title')} lead={t('setup.lead')}>
      <SetupForm token={token} />
    </EntryFrame>
  )
}
