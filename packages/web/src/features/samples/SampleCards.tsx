import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/importing.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useEngine } from '../importing/engine/engine.ts'
import { fetchMyWorkspaces } from '../importing/engine/my-workspaces.ts'
import { QuestionDrawing } from '../importing/form/QuestionDrawing.tsx'
import { useUser } from '../session/session.ts'
import { createSample } from './create-sample.ts'
import styles from './SampleCards.module.css'
import { LICENCES_PATH, SAMPLE_KINDS, type SampleKind } from './samples.ts'

const DRAWINGS: Readonly<Record<SampleKind, ReactNode>> = {
  banking77: <QuestionDrawing type="label_selection" />,
  gsm8k: <QuestionDrawing type="ranking" />,
  wnut17: <QuestionDrawing type="span" />,
}

/** The bundled samples as cards: one click creates a dataset in the user's first workspace and opens it. Hidden from annotators, who cannot create datasets. */
export function SampleCards() {
  const user = useUser()
  const engine = useEngine()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [creating, setCreating] = useState<SampleKind>()
  const workspaces = useQuery({ queryKey: ['my-workspaces'], queryFn: fetchMyWorkspaces })
  const target = workspaces.data?.[0]?.id
  if (!can(user, 'dataset.manage', { isMember: true })) return null

  const handleCreate = async (kind: SampleKind) => {
    if (creating || target === undefined) return
    setCreating(kind)
    try {
      const datasetId = await createSample(kind, { client: api, engine, user, workspaceId: target })
      await cache.invalidateQueries({ queryKey: queryKeys.datasets() })
      await navigate(`/dataset/${datasetId}/annotation-mode`)
    } catch (error) {
      toasts.notify({ type: 'error', message: t('samples.failed', { reason: reasonOf(error) }) })
    } finally {
      setCreating(undefined)
    }
  }

  return (
    <ul className={styles.cards}>
      {SAMPLE_KINDS.map((kind) => (
        <li key={kind} className={styles.card} aria-busy={creating === kind}>
          {DRAWINGS[kind]}
          <h3 className={styles.name}>{t(`samples.${kind}`)}</h3>
          <p className={styles.lead}>{t(`samples.${kind}.lead`)}</p>
          <p className={styles.source}>
            {t(`samples.source.${kind}`)}{' '}
            <a
              href={LICENCES_PATH}
              target="_blank"
              rel="noreferrer"
              aria-label={t('samples.licenceOf', { name: t(`samples.${kind}`) })}
            >
              {t('samples.licence')}
            </a>
          </p>
          <Button
            size="medium"
            isPending={creating === kind}
            isDisabled={target === undefined || (creating !== undefined && creating !== kind)}
            aria-label={t('samples.createOf', { name: t(`samples.${kind}`) })}
            onPress={() => void handleCreate(kind)}
          >
            {creating === kind ? t('samples.creating') : t('samples.create')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
