import type { AssignmentCreate } from '@postil/contract/feedback/team/assignments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchPeople, type Person } from '../../api/account/people.ts'
import { assignRecords, previewAssignment } from '../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './TeamProgress.module.css'

interface AssignDialogProps {
  datasetId: string
  workspaceId: string
  minSubmitted: number
  /**
   * The records to assign, as said in words; if not given, the user chooses by words in the records. They stay the same while the dialog is
   * open.
   */
  selected?: { words: string; body: Pick<AssignmentCreate, 'record_ids' | 'search'> }
  onAssigned: (jobId: string) => void
  onClose: () => void
}

/** Assigns records to users: chooses users with quotas, shows what each would get, then assigns. */
export function AssignDialog(props: AssignDialogProps) {
  const { datasetId, workspaceId, minSubmitted, onAssigned, onClose } = props
  const [selected] = useState(props.selected)
  const { data: people = [] } = useQuery({ queryKey: queryKeys.people(), queryFn: fetchPeople, meta: SILENT })
  const able = people.filter((person) => canBeAssigned(person, workspaceId))
  const [quotas, setQuotas] = useState<ReadonlyMap<string, string>>(new Map())
  const [perRecord, setPerRecord] = useState(String(minSubmitted))
  const [words, setWords] = useState('')
  const given = readPeople(quotas, perRecord)
  const body = given && { ...given, ...(selected?.body ?? searchFor(words)) }
  const preview = useMutation({ mutationFn: (given: AssignmentCreate) => previewAssignment(datasetId, given) })
  const assign = useMutation({
    mutationFn: (given: AssignmentCreate) => assignRecords(datasetId, given),
    onSuccess: (jobId) => {
      onAssigned(jobId)
      onClose()
    },
  })
  const change = (apply: () => void) => {
    apply()
    preview.reset()
  }
  const setQuota = (id: string, quota: string | undefined) =>
    change(() => {
      const next = new Map(quotas)
      if (quota === undefined) next.delete(id)
      else next.set(id, quota)
      setQuotas(next)
    })
  const nobody = quotas.size === 0 ? t('team.assign.nobody') : t('team.assign.numbers')
  return (
    <Dialog
      title={t('team.assign')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          {preview.data ? (
            <Button
              variant="primary"
              isPending={assign.isPending}
              onPress={() => preview.variables && assign.mutate(preview.variables)}
            >
              {t('team.assign.now')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={preview.isPending}
              disabledReason={body ? undefined : nobody}
              onPress={() => body && preview.mutate(body)}
            >
              {t('team.assign.preview')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.assign}>
        <p className={styles.note}>{t('team.assign.what')}</p>
        {selected ? (
          <p className={styles.assignSelected}>{selected.words}</p>
        ) : (
          <TextField
            label={t('team.assign.words')}
            need="optional"
            description={t('team.assign.words.what')}
            value={words}
            onChange={(value) => change(() => setWords(value))}
          />
        )}
        <TextField
          label={t('team.assign.perRecord')}
          inputMode="numeric"
          value={perRecord}
          error={readCount(perRecord) === undefined ? t('team.assign.number') : undefined}
          onChange={(value) => change(() => setPerRecord(value))}
        />
        <fieldset className={styles.assignPeople}>
          <legend className={styles.assignLegend}>{t('team.assign.people')}</legend>
          {able.map(({ id, username }) => {
            const quota = quotas.get(id)
            return (
              <div key={id} className={styles.assignPerson}>
                <Checkbox isSelected={quota !== undefined} onChange={(isOn) => setQuota(id, isOn ? '' : undefined)}>
                  {username}
                </Checkbox>
                {quota !== undefined && (
                  <span className={styles.assignQuota}>
                    <span aria-hidden="true">{t('team.assign.quota')}</span>
                    <TextField
                      aria-label={t('team.assign.quotaOf', { name: username })}
                      placeholder={t('team.assign.noQuota')}
                      inputMode="numeric"
                      size="small"
                      value={quota}
                      isInvalid={quota !== '' && readCount(quota) === undefined}
                      onChange={(value) => setQuota(id, value)}
                    />
                  </span>
                )}
              </div>
            )
          })}
        </fieldset>
        <div role="status">
          {preview.data && (
            <div ref={showWhole} className={styles.assignPreview}>
              <p>{t('team.assign.found', { count: preview.data.records })}</p>
              <ul>
                {preview.data.people.map(({ user_id, username, records }) => (
                  <li key={user_id}>{t('team.assign.gets', { name: username ?? '', count: records })}</li>
                ))}
              </ul>
              {preview.data.incomplete > 0 && (
                <p className={styles.note}>{t('team.assign.incomplete', { count: preview.data.incomplete })}</p>
              )}
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** On a small screen the preview would be below the visible part of the dialog. */
function showWhole(preview: HTMLElement | null): void {
  preview?.scrollIntoView({ block: 'nearest' })
}

function canBeAssigned({ role, workspaces, disabled_at }: Person, workspaceId: string): boolean {
  return disabled_at === null && (role === 'owner' || workspaces.some(({ id }) => id === workspaceId))
}

/** Undefined while nobody is chosen, or a number is not valid. */
function readPeople(quotas: ReadonlyMap<string, string>, perRecord: string): AssignmentCreate | undefined {
  const people = [...quotas].map(([user_id, quota]) => ({
    user_id,
    quota: quota.trim() === '' ? null : readCount(quota),
  }))
  const count = readCount(perRecord)
  if (count === undefined || people.length === 0) return undefined
  const valid = people.flatMap(({ user_id, quota }) => (quota === undefined ? [] : [{ user_id, quota }]))
  if (valid.length < people.length) return undefined
  return { people: valid, people_per_record: count }
}

function searchFor(words: string): Pick<AssignmentCreate, 'search'> {
  const q = words.trim()
  return q === '' ? {} : { search: { query: { text: { q } } } }
}

function readCount(text: string): number | undefined {
  return /^\s*[1-9]\d{0,8}\s*$/.test(text) ? Number(text) : undefined
}
